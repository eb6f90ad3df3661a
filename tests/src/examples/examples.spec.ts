import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { PHOTOGRAPH_NAMES, PHOTOGRAPHS } from '@clearcut/schemas/site/photographs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cutter, openCutter } from './cut-out.ts';
import { afterOf, beforeOf, photoOf } from './files.ts';
import { ORIGINALS } from './originals.ts';

const SLOW = 240_000;
/** Levels of a channel: what WEBP changes. */
const CLOSE = 4;

let cutter: Cutter;
beforeAll(async () => {
  cutter = await openCutter();
}, SLOW);
afterAll(() => cutter.close());

const pixelsOf = (picture: string | Uint8Array): Promise<Buffer> =>
  sharp(picture).resize(640, 480).ensureAlpha().flatten({ background: '#ff00ff' }).raw().toBuffer();

function meanDifference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let sum = 0;
  for (const [index, level] of one.entries()) sum += Math.abs(level - (other[index] ?? 0));
  return sum / one.length;
}

/** After a change of model, refinement or renderer: `npm run examples`. */
describe.each(PHOTOGRAPH_NAMES)('the example %s', (name) => {
  test(
    "is shown with exactly the product's result",
    async () => {
      const photo = await readFile(photoOf(name));
      const cutOut = await cutter.cutOut(photo);
      if (cutOut === undefined) return expect.fail('The product is unsure of the subject');
      expect(meanDifference(await pixelsOf(afterOf(name)), await pixelsOf(cutOut))).toBeLessThan(CLOSE);
      expect(meanDifference(await pixelsOf(beforeOf(name)), await pixelsOf(photo))).toBeLessThan(CLOSE);
    },
    SLOW,
  );

  test('is credited in NOTICE with its author, terms, package and digest', async () => {
    const notice = await readFile(join(projectRoot, 'NOTICE'), 'utf8');
    const { by, licence, source, from } = PHOTOGRAPHS[name];
    const original = ORIGINALS[name];
    expect(from).toBe(`${original.name} ${original.version}`);
    for (const fact of [by, licence, source, from, original.digest]) expect(notice).toContain(fact);
  });
});
