/** Upload, preview, looks and HD file agree on the orientation, whatever EXIF says. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeImage } from '@clearcut/command-api/transaction';
import { Workspace } from '@clearcut/inference-worker/memory/workspace';
import { decodeFull, decodePart, decodePixels, decodePreview } from '@clearcut/inference-worker/pixels/decode';
import { sizeOfEncoded } from '@clearcut/inference-worker/pixels/open-encoded';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  block,
  type ExifFormat,
  exifVariant,
  type ExifVariant,
  orientationSeen,
  quarters,
  withExif,
} from '../support/exif-variants.ts';

const RUNS = process.env['LONG_TESTS'] === '1' ? 3000 : 150;
const [WIDTH, HEIGHT] = [48, 32];

let folder: string;
let files = 0;
const plain = {} as Record<ExifFormat, Buffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orientation-'));
  for (const format of ['jpeg', 'png', 'webp'] as const) plain[format] = await quarters(format, WIDTH, HEIGHT);
});
afterAll(() => rm(folder, { recursive: true }));

/** Size and orientation of the picture in each part of the product. */
async function readings(bytes: Buffer): Promise<string[]> {
  using space = new Workspace();
  const path = join(folder, String((files += 1)));
  await writeFile(path, bytes);
  const upload = await probeImage(path);
  const full = await decodeFull(bytes);
  const { preview, modelInput, size } = await decodePreview(bytes, { width: 40, height: 40 }, space);
  const whole = { x: 0, y: 0, width: size.width, height: size.height };
  const look = await decodePart(bytes, whole, { width: 30, height: 30 }, space);
  const pixels = await decodePixels(bytes);
  const sizes = [upload, full, preview, size, pixels, await sizeOfEncoded(bytes)];
  const seen = [full, preview, modelInput, look, { ...pixels, channels: 4 }];
  return [
    ...sizes.map(({ width, height }) => `${width} x ${height}`),
    ...seen.map(({ data, width, height, channels }) =>
      orientationSeen(new Uint8Array(data.buffer, data.byteOffset), width, height, channels),
    ),
  ];
}

const SIDES = 6;

test('EXIF data of any kind turns a picture the same way everywhere', async () => {
  await fc.assert(
    fc.asyncProperty(exifVariant, async (variant) => {
      const all = await readings(withExif(plain[variant.format], variant));
      expect(new Set(all.slice(0, SIDES)).size, all.join()).toBe(1);
      expect(new Set(all.slice(SIDES)).size, all.join()).toBe(1);
      const isOnItsSide = all[0] === `${HEIGHT} x ${WIDTH}`;
      expect(isOnItsSide).toBe(['203', '130', '021', '312'].includes(all.at(-1)!));
    }),
    { numRuns: RUNS },
  );
}, 300_000);

const variant = (format: ExifFormat, other: Partial<ExifVariant> = {}): ExifVariant => ({
  format,
  blocks: [block(6)],
  header: 'Exif\0\0',
  place: 'first',
  isAnnounced: true,
  ...other,
});

/** As Chromium 153 shows JPEG and PNG; it never turns WEBP. */
test.each<[name: string, isTurned: boolean, ExifVariant]>([
  ['a SHORT', true, variant('jpeg')],
  ['a SHORT of a PNG', true, variant('png')],
  ['a SHORT of a WEBP', true, variant('webp')],
  ['a SHORT, big-endian', true, variant('jpeg', { blocks: [{ ...block(6), mark: 'MM' }] })],
  ...[1, 2, 4, 5, 6, 7, 8, 9].flatMap((type) =>
    (['jpeg', 'png', 'webp'] as const).map((format): [string, boolean, ExifVariant] => [
      `type ${type} in ${format}`,
      false,
      variant(format, { blocks: [block(6, { type })] }),
    ]),
  ),
  ['count 0', false, variant('jpeg', { blocks: [block(6, { count: 0 })] })],
  ['count 2', false, variant('png', { blocks: [block(6, { count: 2 })] })],
  ['count 3', false, variant('jpeg', { blocks: [block(6, { count: 3 })] })],
  ['another TIFF number', false, variant('jpeg', { blocks: [{ ...block(6), magic: 43 }] })],
  ['a value of 9', false, variant('jpeg', { blocks: [block(9)] })],
  ['two blocks, 6 and 1', true, variant('jpeg', { blocks: [block(6), block(1)] })],
  ['two blocks, 1 and 6', false, variant('jpeg', { blocks: [block(1), block(6)] })],
  ['garbage, then 6', false, variant('jpeg', { blocks: ['garbage of some length', block(6)] })],
  ['two chunks, 6 and 1', true, variant('png', { blocks: [block(6), block(1)] })],
  ['two chunks, 1 and 6', false, variant('png', { blocks: [block(1), block(6)] })],
  ['two chunks of a WEBP, 6 and 1', true, variant('webp', { blocks: [block(6), block(1)] })],
  ['behind the pixels of a JPEG', false, variant('jpeg', { place: 'behind the pixels' })],
  ['behind the pixels of a PNG', false, variant('png', { place: 'behind the pixels' })],
  ['a chunk with a wrong checksum', false, variant('png', { isAnnounced: false })],
  ['a WEBP that does not announce it', false, variant('webp', { isAnnounced: false })],
  ['padding that is not zero', true, variant('jpeg', { header: 'Exif\0\xff' })],
  ['a header in lower case', false, variant('jpeg', { header: 'exif\0\0' })],
])('%s: turned is %s', async (_, isTurned, one) => {
  const [width, height] = isTurned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const all = await readings(withExif(plain[one.format], one));
  expect(all).toEqual([
    ...Array.from({ length: SIDES }, () => `${width} x ${height}`),
    ...Array.from({ length: all.length - SIDES }, () => (isTurned ? '203' : '012')),
  ]);
});
