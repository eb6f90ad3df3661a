import sharp from 'sharp';
import { toBytes } from '../planes/alpha.ts';
import { openEncoded } from '../pixels/open-encoded.ts';
import { fitInside } from '../pixels/raster.ts';
import { openGrey } from '../pixels/sharp.ts';
import type { Compared } from './evaluate.ts';

const CELL = 200;
const LABEL = 20;
const GAP = 8;
const ACROSS = 2;

/** A rare colour shows leftovers and holes best. */
const GROUND = { r: 0, g: 200, b: 80 };

export interface Strip {
  readonly name: string;
  readonly iou: number;
  readonly image: Uint8Array;
}

export async function makeStrip({ pair, bytes, truth, measured }: Compared, models: readonly string[]): Promise<Strip> {
  const cell = fitInside(truth, CELL);
  const original = await openEncoded(bytes, { size: cell });
  const picture = await original.image.flatten().png().toBuffer();
  const alpha = await openGrey(toBytes(truth.alpha), truth)
    .resize(cell.width, cell.height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const cutOut = await sharp(picture)
    .joinChannel(alpha, { raw: { ...cell, channels: 1 } })
    .png()
    .toBuffer();
  const cells = [picture, await onGround(cutOut), ...(await Promise.all(measured.map((one) => onGround(one.cutOut))))];
  const labels = [
    pair.name,
    'truth',
    ...measured.map(({ refined }, i) => `${models[i] ?? ''}  IoU ${refined.iou.toFixed(3)}`),
  ];
  const image = await sharp({
    create: { width: cells.length * CELL, height: CELL + LABEL, channels: 3, background: '#fff' },
  })
    .composite([
      { input: labelsAbove(labels), left: 0, top: 0 },
      ...cells.flatMap((input, i) => (input === undefined ? [] : [{ input, left: i * CELL, top: LABEL }])),
    ])
    .webp({ quality: 90 })
    .toBuffer();
  return { name: pair.name, iou: Math.min(...measured.map(({ refined }) => refined.iou)), image };
}

export async function contactSheet(strips: readonly Strip[]): Promise<Uint8Array> {
  const sorted = [...strips].sort((a, b) => a.iou - b.iou);
  const { width, height } = await sharp(sorted[0]?.image).metadata();
  const rows = Math.ceil(sorted.length / ACROSS);
  return sharp({
    create: {
      width: ACROSS * (width + GAP) - GAP,
      height: rows * (height + GAP) - GAP,
      channels: 3,
      background: '#fff',
    },
    limitInputPixels: false,
  })
    .composite(
      sorted.map(({ image }, i) => ({
        input: Buffer.from(image),
        left: (i % ACROSS) * (width + GAP),
        top: Math.floor(i / ACROSS) * (height + GAP),
      })),
    )
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** Empty without a subject. */
async function onGround(cutOut: Uint8Array | undefined): Promise<Buffer | undefined> {
  if (cutOut === undefined) return undefined;
  return sharp(cutOut)
    .resize(CELL, CELL, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: GROUND })
    .png()
    .toBuffer();
}

/** Empty on a machine without fonts. */
function labelsAbove(labels: readonly string[]): Buffer {
  const texts = labels.map(
    (label, i) =>
      `<text x="${i * CELL + 4}" y="${LABEL - 6}" font-family="sans-serif" font-size="12">${escaped(label)}</text>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${labels.length * CELL}" height="${LABEL}">${texts.join('')}</svg>`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
