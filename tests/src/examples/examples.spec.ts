import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_NAMES } from './compose.ts';
import { type Cutter, openCutter } from './cut-out.ts';
import { judge } from './judge.ts';

const features = join(projectRoot, 'client/src/features');
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
describe.each(EXAMPLE_NAMES)('the example %s', (name) => {
  test(
    'is shown if the product cuts it out well, and then with that very result',
    async () => {
      const { passes, photo, cutOut } = await judge(name, cutter);
      const after = join(features, `home/pictures/${name}-after.webp`);
      expect(existsSync(after)).toBe(passes);
      expect(existsSync(join(features, `uploads/examples/${name}.jpg`))).toBe(passes);
      if (!passes || cutOut === undefined) return;
      const before = join(features, `home/pictures/${name}-before.webp`);
      expect(meanDifference(await pixelsOf(after), await pixelsOf(cutOut))).toBeLessThan(CLOSE);
      expect(meanDifference(await pixelsOf(before), await pixelsOf(photo))).toBeLessThan(CLOSE);
    },
    SLOW,
  );
});
