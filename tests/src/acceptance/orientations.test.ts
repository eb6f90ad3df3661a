/** A picture of any EXIF orientation can be saved in HD: upload, preview and file agree. */
import { decodeFull } from '@clearcut/inference-worker/pixels/decode';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExifFormat, type ExifVariant, exifVariant, withExif } from '../support/exif-variants.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { figure } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

const RUNS = process.env['LONG_TESTS'] === '1' ? 300 : 6;
const AT_ONCE = 6;
const SIZE = { width: 320, height: 240 };

let product: Installation;
let saver: Saver;
const plain = {} as Record<ExifFormat, Buffer>;
beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, RUNS);
  for (const format of ['jpeg', 'png', 'webp'] as const) plain[format] = await figure(SIZE).toFormat(format).toBuffer();
});
afterAll(() => product.stop());

async function fileOf(id: string, quality: 'low' | 'high'): Promise<Buffer> {
  const answer = await saver.client.get(`/api/transaction/${id}/download/${quality}/`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Compares the file's opaque pixels. */
async function expectPixelsOf(original: Buffer, file: Buffer): Promise<void> {
  const expected = await decodeFull(original);
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([expected.width, expected.height]);
  let [opaque, off] = [0, 0];
  for (let i = 0; i < info.width * info.height; i++) {
    if (data[i * 4 + 3] !== 255) continue;
    opaque += 1;
    for (let c = 0; c < 3; c++) if (data[i * 4 + c] !== expected.data[i * expected.channels + c]) off += 1;
  }
  expect(opaque).toBeGreaterThan((info.width * info.height) / 20);
  expect(off).toBe(0);
}

async function expectSavedAsUploaded(variant: ExifVariant): Promise<void> {
  const bytes = withExif(plain[variant.format], variant);
  const view: TransactionView = await saver.cutOut(bytes);
  const { id, width, height } = view;
  const preview = await sharp(await fileOf(id, 'low')).metadata();
  expect([preview.width, preview.height], JSON.stringify(variant)).toEqual([width, height]);
  const { receipt } = await saver.save(id);
  expect(receipt.file).toMatchObject({ width, height });
  await expectPixelsOf(bytes, await fileOf(id, 'high'));
}

test(`${RUNS} variants of EXIF data are saved in HD as they were uploaded`, async () => {
  const variants = fc.sample(exifVariant, { numRuns: RUNS, seed: 43 });
  for (let from = 0; from < RUNS; from += AT_ONCE) {
    await Promise.all(variants.slice(from, from + AT_ONCE).map(expectSavedAsUploaded));
  }
}, 1_800_000);
