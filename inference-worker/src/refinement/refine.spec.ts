import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeCutOut, encodeMatte } from '../pixels/encode.ts';
import { toBytes } from '../planes/alpha.ts';
import { refine } from './refine.ts';
import { resample } from '../planes/resample.ts';
import { draw, drawings } from '../testing/scenes.ts';

const SIZE = { width: 240, height: 180 };
const MODEL = { width: 352, height: 352 };

test.for(['ring', 'soft'] as const)('a picture of %s that was already cut out keeps its soft edge', async (name) => {
  const { alpha, subject } = draw(drawings[name], SIZE);
  const own = toBytes(alpha);
  const data = Uint8Array.from({ length: own.length * 4 }, (_, i) =>
    i % 4 === 3 ? own[i >> 2]! : subject[(i >> 2) * 3 + (i % 4)]!,
  );
  const { data: original } = await encodeCutOut({ data, ...SIZE, channels: 4 });
  const { data: coarse } = await encodeMatte(toBytes(resample(alpha, SIZE, MODEL)), MODEL);
  const { improved } = await refine(original, coarse);
  const result = await sharp(improved.data).extractChannel('alpha').raw().toBuffer();
  let [kept, came] = [0, 0];
  for (let i = 0; i < own.length; i++) {
    expect(result[i]).toBeLessThanOrEqual(own[i]!);
    if (own[i] === 255) continue;
    kept += result[i]!;
    came += own[i]!;
  }
  expect(kept / came).toBeGreaterThan(0.85);
});
