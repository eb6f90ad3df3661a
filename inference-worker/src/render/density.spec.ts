import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sizeOfEncoded } from '../pixels/open-encoded.ts';
import { densityOfEncoded } from '../pixels/picture-file.ts';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { makeExport } from './make-export.ts';
import { renderHd } from './render-hd.ts';

const SIZE = { width: 40, height: 30 };

const picture = sharp({ create: { ...SIZE, channels: 3, background: '#c81e1e' } });

async function jfif(unit: 0 | 1 | 2, x: number, y = x, orientation?: number): Promise<Buffer> {
  const turned = orientation === undefined ? picture.clone() : picture.clone().withMetadata({ orientation });
  const bytes = await turned.jpeg().toBuffer();
  const segment = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01.....\0\0', 'latin1');
  segment.writeUInt8(unit, 11);
  segment.writeUInt16BE(x, 12);
  segment.writeUInt16BE(y, 14);
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
}

async function saved(original: Uint8Array): Promise<Uint8Array> {
  const matte = await sharp(Buffer.alloc(1200, 255), { raw: { ...SIZE, channels: 1 } })
    .png()
    .toBuffer();
  const frame = await sizeOfEncoded(original);
  const scene = { frame, settings: DEFAULT_SETTINGS, masks: [], background: null };
  return (await renderHd(scene, original, { encoded: matte, isRefined: false })).data;
}

const options = (format: ExportOptions['format']): ExportOptions =>
  ({ format, background: null, crop: null, margin: 0, layout: null }) as never;

test.each<[string, () => Promise<Buffer>, { x: number; y: number } | null]>([
  ['300 dots per inch', () => jfif(1, 300), { x: 11_811, y: 11_811 }],
  ['72 dots per inch', () => jfif(1, 72), { x: 2835, y: 2835 }],
  ['118 dots per centimetre', () => jfif(2, 118), { x: 11_800, y: 11_800 }],
  ['other densities across and down', () => jfif(1, 300, 150), { x: 11_811, y: 5906 }],
  ['the same on its side', () => jfif(1, 300, 150, 6), { x: 5906, y: 11_811 }],
  ['a ratio', () => jfif(0, 1), null],
  [
    'a PNG of 600 dots per inch',
    () => picture.clone().withMetadata({ density: 600 }).png().toBuffer(),
    { x: 23_622, y: 23_622 },
  ],
])('an HD file has the density of the original: %s', async (_, make, density) => {
  const original = await make();
  const file = await saved(original);
  expect(await densityOfEncoded(file)).toEqual(density);
  const { data: png } = await makeExport(file, options('png'));
  expect(await densityOfEncoded(png)).toEqual(density);
  const { data: jpg } = await makeExport(file, options('jpg'));
  const inDots = density && { x: Math.round(density.x * 0.0254), y: Math.round(density.y * 0.0254) };
  const ofJpg = await densityOfEncoded(jpg);
  if (inDots !== null) expect(ofJpg).toEqual({ x: Math.round(inDots.x / 0.0254), y: Math.round(inDots.y / 0.0254) });
  const { data: webp } = await makeExport(file, options('webp'));
  expect(await densityOfEncoded(webp)).toBeNull();
});
