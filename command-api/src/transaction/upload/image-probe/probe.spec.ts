import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CatalogueError } from '@clearcut/schemas/errors';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeImage } from './probe.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function probe(bytes: Uint8Array) {
  const path = join(folder, String((files += 1)));
  await writeFile(path, bytes);
  try {
    return await probeImage(path);
  } finally {
    await rm(path);
  }
}

const refusalOf = (probed: Promise<unknown>): Promise<string> =>
  probed.then(
    (image) => `accepted as ${JSON.stringify(image)}`,
    (error: unknown) => (error instanceof CatalogueError ? error.code : `crashed: ${String(error)}`),
  );

const refusal = (bytes: Uint8Array): Promise<string> => refusalOf(probe(bytes));

/** Noise, so that entropy-coded data contains stuffed bytes. */
const picture = (width = 17, height = 11, channels: 3 | 4 = 3) =>
  sharp(Buffer.from(Array.from({ length: width * height * channels }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256)), {
    raw: { width, height, channels },
  });

const valid: Record<string, () => Promise<Buffer>> = {
  'a baseline JPEG': () => picture().jpeg().toBuffer(),
  'a progressive JPEG': () => picture().jpeg({ progressive: true }).toBuffer(),
  'a greyscale JPEG': () => picture().greyscale().jpeg().toBuffer(),
  'a CMYK JPEG': () => picture().toColourspace('cmyk').jpeg().toBuffer(),
  'a PNG': () => picture().png().toBuffer(),
  'an interlaced 16-bit PNG': () => picture().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'a PNG with a palette': () => picture().png({ palette: true }).toBuffer(),
  'a lossy WEBP': () => picture().webp().toBuffer(),
  'a lossless WEBP': () => picture().webp({ lossless: true }).toBuffer(),
  'a WEBP with alpha': () => picture(17, 11, 4).webp().toBuffer(),
};

test.each(Object.entries(valid))('%s gives its size, and is refused when truncated at any byte', async (name, make) => {
  const bytes = await make();
  const format = /JPEG|PNG|WEBP/.exec(name)?.[0].toLowerCase();
  expect(await probe(bytes)).toEqual({ mediaType: `image/${format}`, width: 17, height: 11 });
  const path = join(folder, 'cut');
  await writeFile(path, bytes);
  for (let length = bytes.length - 1; length >= 0; length -= 1) {
    await truncate(path, length);
    const code = await refusalOf(probeImage(path));
    // A JPEG may lack its end marker, and only a decoder can tell whether a progressive scan is complete.
    if (format === 'jpeg' && length >= bytes.length - 2) expect(code).toMatch(/^accepted/);
    else if (name.includes('progressive') && code.startsWith('accepted'))
      expect(length).toBeGreaterThan(firstScan(bytes));
    else expect(code, `the first ${length} of ${bytes.length} bytes`).toMatch(cutTo(length));
  }
});

const cutTo = (length: number): RegExp =>
  length === 0 ? /^file_empty$/ : length < 12 ? /^file_(corrupt|type_unsupported)$/ : /^file_corrupt$/;
const firstScan = (bytes: Buffer): number => bytes.indexOf(Buffer.from([0xff, 0xda]));

test('a large JPEG without its end marker passes only if all of its rows are present', async () => {
  const sources = [
    picture(700, 500).jpeg({ quality: 95 }),
    picture(701, 499).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
    picture(515, 333).jpeg({ quality: 100, optimiseCoding: true }),
    picture(600, 400).greyscale().jpeg({ quality: 95 }),
  ];
  for (const source of sources) {
    const bytes = await source.toBuffer();
    expect(bytes.length).toBeGreaterThan(2 * 64 * 1024);
    expect(await refusal(bytes.subarray(0, -1))).toMatch(/^accepted/);
    expect(await refusal(bytes.subarray(0, -2))).toMatch(/^accepted/);
    for (const cut of [3, 4, 5, 20, 500, 70_000, 140_000]) {
      expect(await refusal(bytes.subarray(0, -cut)), `${cut} bytes less`).toBe('file_corrupt');
    }
  }
});

test('bytes after the end are allowed', async () => {
  for (const bytes of [await picture().jpeg().toBuffer(), await picture().png().toBuffer()]) {
    expect(await probe(Buffer.concat([bytes, Buffer.from('trailer')]))).toMatchObject({ width: 17, height: 11 });
  }
});

test('a thumbnail inside a JPEG does not end it', async () => {
  const bytes = await picture().jpeg().toBuffer();
  const thumbnail = await picture(8, 8).jpeg().toBuffer();
  const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0, 0]), thumbnail]);
  segment.writeUInt16BE(thumbnail.length + 2, 2);
  const nested = Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
  expect(await probe(nested)).toMatchObject({ width: 17, height: 11 });
  expect(await refusal(nested.subarray(0, -3))).toBe('file_corrupt');
});

test('a JPEG with so many scans that decoding takes hours is refused', async () => {
  const bytes = await picture().jpeg({ progressive: true }).toBuffer();
  const end = bytes.length - 2;
  const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  const withMore = (scans: number): Buffer =>
    Buffer.concat([bytes.subarray(0, end), ...Array.from({ length: scans }, () => scan), bytes.subarray(end)]);
  expect(await probe(withMore(64))).toMatchObject({ width: 17, height: 11 });
  expect(await refusal(withMore(200))).toBe('file_corrupt');
});

test('regression: a JPEG of a million code tables without an end does not hold up other requests', async () => {
  const tables = Buffer.concat([Buffer.from([0xff, 0xc4, 0xff, 0xf1]), Buffer.alloc(0xffef)]);
  const bytes = (await picture().jpeg({ optimiseCoding: true }).toBuffer()).subarray(0, -2);
  const many = Buffer.concat([bytes.subarray(0, 2), ...Array.from({ length: 260 }, () => tables), bytes.subarray(2)]);
  const before = process.cpuUsage();
  expect(await probe(many)).toMatchObject({ width: 17, height: 11 });
  // Expanding each of them would take minutes.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i gives the sides as displayed', async (orientation) => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await picture().withMetadata({ orientation }).toFormat(format).toBuffer();
    const seen = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
    expect(await probe(bytes), format).toMatchObject({ width: seen.info.width, height: seen.info.height });
  }
});

test('an animated WEBP has the size of its canvas', async () => {
  const frames = await Promise.all([1, 2].map(() => picture().png().toBuffer()));
  const bytes = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect(await probe(bytes)).toEqual({ mediaType: 'image/webp', width: 17, height: 11 });
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

function pngOf(width: number, height: number, { depth = 8, colourType = 0 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(depth, 8);
  header.writeUInt8(colourType, 9);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from([0])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each([
  ['20,000 x 20,000', 20_000, 20_000, 'image_too_many_pixels'],
  ['more pixels than allowed', 8_000, 6_251, 'image_too_many_pixels'],
  ['a side too long', 16_385, 1, 'image_too_many_pixels'],
  ['a size that does not fit a signed 32-bit integer', 0xffffffff, 0xffffffff, 'image_too_many_pixels'],
  ['no width', 0, 10, 'file_corrupt'],
])('refuses a small PNG of %s', async (_, width, height, code) => {
  expect(await refusal(pngOf(width, height))).toBe(code);
});

test('the largest picture allowed passes', async () => {
  expect(await probe(pngOf(8_000, 6_250))).toMatchObject({ width: 8_000, height: 6_250 });
  expect(await probe(pngOf(16_384, 3_051))).toMatchObject({ width: 16_384, height: 3_051 });
});

test('refuses a PNG with a non-existent pixel format', async () => {
  expect(await refusal(pngOf(10, 10, { depth: 3 }))).toBe('file_corrupt');
  expect(await refusal(pngOf(10, 10, { colourType: 5 }))).toBe('file_corrupt');
});

test.each([
  ['text', 'this is not a picture, whatever its name says'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'],
  ['GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00'],
  ['PDF', '%PDF-1.7\n'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['another RIFF', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['one byte', '\x89'],
])('%s is not a supported picture', async (_, content) => {
  expect(await refusal(Buffer.from(content, 'latin1'))).toBe('file_type_unsupported');
});

test.each([
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
  ['AVIF', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
  ['GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00'],
  ['TIFF', 'II*\0\x08\0\0\0\0\0\0\0'],
  ['TIFF', 'MM\0*\0\0\0\x08\0\0\0\0'],
  ['BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0'],
  ['SVG', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['SVG', '<svg width="1" height="1"></svg>'],
  ['byte order mark', '\xef\xbb\xbf\xff\xd8\xff\xe0'],
  ['CgBI', '\x89PNG\r\n\x1a\n\0\0\0\x04CgBI\x50\0\x20\x02\x2b\xd5\xb3\x7f'],
  [
    '--data-binary',
    '--------------------------d74496d66958873e\r\nContent-Disposition: form-data; name="file"\r\n\r\n\xff\xd8',
  ],
  ['--data-binary', '\x89PNG\x1a\0\0\0\x0dIHDR'],
])('a refusal names %s and the way out', async (name, content) => {
  const refused = await probe(Buffer.from(content, 'latin1')).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'file_type_unsupported' });
  expect((refused as Error).message).toContain(name);
  expect((refused as Error).message).toMatch(/Save it as JPG or PNG|Send (?:its|the) bytes|--data-binary/);
});

test('no bytes crash it, whatever they pretend to be', async () => {
  const heads = [
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('RIFF\x40\x00\x00\x00WEBPVP8X', 'latin1'),
    Buffer.from('RIFF\x40\x00\x00\x00WEBPVP8 ', 'latin1'),
    Buffer.from('RIFF\x40\x00\x00\x00WEBPVP8L', 'latin1'),
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), async (head, tail) => {
      expect(await refusal(Buffer.concat([head, tail]))).not.toMatch(/^crashed/);
    }),
    { numRuns: 500 },
  );
});

test('no changed byte of a valid picture crashes it', async () => {
  const pictures = await Promise.all(Object.values(valid).map((make) => make()));
  const change = fc.record({ at: fc.nat(), value: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pictures), fc.array(change, { maxLength: 4 }), async (bytes, changes) => {
      const changed = Buffer.from(bytes);
      for (const { at, value } of changes) changed[at % changed.length] = value;
      expect(await refusal(changed)).not.toMatch(/^crashed/);
    }),
    { numRuns: 500 },
  );
});
