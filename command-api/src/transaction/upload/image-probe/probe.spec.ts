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

/** Noise, so that the entropy-coded data holds stuffed bytes. */
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

test.each(Object.entries(valid))('%s has its size told, and is refused when cut at any byte', async (name, make) => {
  const bytes = await make();
  const format = /JPEG|PNG|WEBP/.exec(name)?.[0].toLowerCase();
  expect(await probe(bytes)).toEqual({ mediaType: `image/${format}`, width: 17, height: 11 });
  const path = join(folder, 'cut');
  await writeFile(path, bytes);
  for (let length = bytes.length - 1; length >= 0; length -= 1) {
    await truncate(path, length);
    const code = await refusalOf(probeImage(path));
    const expected = length === 0 ? 'file_empty' : length < 12 ? /file_corrupt|file_type_unsupported/ : 'file_corrupt';
    expect(code, `the first ${length} of ${bytes.length} bytes`).toMatch(expected);
  }
});

test('bytes behind the end are allowed', async () => {
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
  expect(await refusal(nested.subarray(0, -2))).toBe('file_corrupt');
});

test('a JPEG of so many scans that a decoder would be at it for hours is refused', async () => {
  const bytes = await picture().jpeg({ progressive: true }).toBuffer();
  const end = bytes.length - 2;
  const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  const withMore = (scans: number): Buffer =>
    Buffer.concat([bytes.subarray(0, end), ...Array.from({ length: scans }, () => scan), bytes.subarray(end)]);
  expect(await probe(withMore(64))).toMatchObject({ width: 17, height: 11 });
  expect(await refusal(withMore(200))).toBe('file_corrupt');
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i gives the sides a person sees', async (orientation) => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await picture().withMetadata({ orientation }).toFormat(format).toBuffer();
    const seen = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
    expect(await probe(bytes), format).toMatchObject({ width: seen.info.width, height: seen.info.height });
  }
});

/** A TIFF block that says to turn the picture by a quarter. */
function onItsSide(mark: 'II' | 'MM', type: 'SHORT' | 'LONG'): Buffer {
  const block = Buffer.alloc(26);
  const u16 = (value: number, at: number) =>
    mark === 'II' ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    mark === 'II' ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at);
  block.write(mark, 0, 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(1, 8);
  u16(0x0112, 10);
  u16(type === 'SHORT' ? 3 : 4, 12);
  u32(1, 14);
  (type === 'SHORT' ? u16 : u32)(6, 18);
  return block;
}

/** The PNG with an eXIf chunk before `type`. */
function withExifBefore(type: string, png: Buffer, block: Buffer): Buffer {
  const at = png.lastIndexOf(type) - 4;
  return Buffer.concat([png.subarray(0, at), chunk('eXIf', block), png.subarray(at)]);
}

/** The simple WEBP as an extended one, with an EXIF chunk that the flags announce or not. */
function extendedWebp(webp: Buffer, block: Buffer, isAnnounced: boolean): Buffer {
  const header = Buffer.from('RIFF....WEBPVP8X\x0a\0\0\0\0\0\0\0\x10\0\0\x0a\0\0', 'latin1');
  if (isAnnounced) header.writeUInt8(0x08, 20);
  const exif = Buffer.concat([Buffer.from('EXIF....'), block]);
  exif.writeUInt32LE(block.length, 4);
  const bytes = Buffer.concat([header, webp.subarray(12), exif]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

test.each(['II', 'MM'] as const)('EXIF in %s counts where and as the decoder takes it', async (mark) => {
  const png = await picture().png().toBuffer();
  const webp = await picture().webp().toBuffer();
  const [short, long] = [onItsSide(mark, 'SHORT'), onItsSide(mark, 'LONG')];
  const cases = {
    'a SHORT': withExifBefore('IDAT', png, short),
    'a LONG': withExifBefore('IDAT', png, long),
    'behind the pixels of a PNG': withExifBefore('IEND', png, short),
    'announced in a WEBP': extendedWebp(webp, short, true),
    'not announced in a WEBP': extendedWebp(webp, short, false),
  };
  const turned: string[] = [];
  for (const [name, bytes] of Object.entries(cases)) {
    const { info } = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
    expect(await probe(bytes), name).toMatchObject({ width: info.width, height: info.height });
    if (info.height === 17) turned.push(name);
  }
  expect(turned).toEqual(['a SHORT', 'a LONG', 'announced in a WEBP']);
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
  ['a size that does not fit 32 bits signed', 0xffffffff, 0xffffffff, 'image_too_many_pixels'],
  ['no width', 0, 10, 'file_corrupt'],
])('a small PNG of %s is refused', async (_, width, height, code) => {
  expect(await refusal(pngOf(width, height))).toBe(code);
});

test('the largest picture allowed passes', async () => {
  expect(await probe(pngOf(8_000, 6_250))).toMatchObject({ width: 8_000, height: 6_250 });
  expect(await probe(pngOf(16_384, 3_051))).toMatchObject({ width: 16_384, height: 3_051 });
});

test('a PNG of a pixel format that does not exist is refused', async () => {
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
])('%s is not a picture we read', async (_, content) => {
  expect(await refusal(Buffer.from(content, 'latin1'))).toBe('file_type_unsupported');
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
