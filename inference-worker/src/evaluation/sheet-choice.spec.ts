import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import type { Compared } from './evaluate.ts';
import { scoresOf } from './scores.ts';
import { createSheet } from './sheet-choice.ts';

const size = { width: 4, height: 4 };
const truth = { ...size, alpha: new Float32Array(16).fill(1, 0, 8) };
const bytes = await sharp({ create: { ...size, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();
const cutOut = await sharp({ create: { ...size, channels: 4, background: '#f00' } })
  .png()
  .toBuffer();

function compared(name: string, isSubjectFound: boolean): Compared {
  const alpha = isSubjectFound ? truth.alpha : new Float32Array(16);
  const scores = scoresOf(alpha, truth.alpha, truth);
  const times = { previewMs: 1, refineMs: 1 };
  const measured = {
    ...times,
    raw: scores,
    refined: scores,
    isSubjectFound,
    cutOut: isSubjectFound ? cutOut : undefined,
  };
  return { pair: { name, picture: name, mask: name }, bytes, truth, measured: [measured] };
}

async function sheetOf(all: readonly Compared[]): Promise<Sharp> {
  const pairs = all.map(({ pair }) => pair);
  const sheet = createSheet(pairs, ['model']);
  for (const one of all) await sheet.add(one);
  return sharp(await sheet.finish());
}

test('a sheet holds all pictures when there are few, two in a row', async () => {
  const sheet = await sheetOf(Array.from({ length: 5 }, (_, i) => compared(`${i}.png`, true)));
  expect((await sheet.metadata()).height).toBe(3 * 228 - 8);
});

test('a sheet of many pictures has forty evenly spaced ones and the worst others, worst first', async () => {
  // Among forty spread over ninety, 88 and 89 are not.
  const sheet = await sheetOf(Array.from({ length: 90 }, (_, i) => compared(`${i}.png`, i < 88)));
  expect((await sheet.metadata()).height).toBe(30 * 228 - 8);
  const { data, info } = await sheet.raw().toBuffer({ resolveWithObject: true });
  const greens = [401, 1009, 401].map((x, i) => data[((i < 2 ? 22 : 250) * info.width + x) * info.channels + 1]!);
  expect(greens[0]).toBeGreaterThan(240);
  expect(greens[1]).toBeGreaterThan(240);
  expect(greens[2]).toBeLessThan(60);
});
