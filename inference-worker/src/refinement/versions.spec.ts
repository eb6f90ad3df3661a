import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Raster } from '../pixels/raster.ts';
import { toBytes } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import { draw, drawings } from '../testing/scenes.ts';
import { fullMatte, REFINEMENT } from './versions.ts';

const SIZE = { width: 640, height: 480 };
const MODEL = { width: 128, height: 128 };

const scene = draw(drawings.hair, SIZE);
const coarse = { ...MODEL, data: toBytes(resample(scene.alpha, SIZE, MODEL)) };

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

test('new pictures get version 4', async () => {
  expect(REFINEMENT).toEqual({ method: 'closed-form', version: 4 });
  expect(await fullMatte(scene.image, coarse)).toEqual(await fullMatte(scene.image, coarse, 4));
});

test('version 2 still produces the same matte', async () => {
  expect(digest(await fullMatte(scene.image, coarse, 2))).toBe('3a415b2d7c5aca33');
});

test('version 3 still produces the same matte', async () => {
  expect(digest(await fullMatte(scene.image, coarse, 3))).toBe('8d7c9917a14340e7');
});

test('version 4 still produces the same matte: a different one would need a new version', async () => {
  expect(digest(await fullMatte(scene.image, coarse, 4))).toBe('8d7c9917a14340e7');
});

test.for([
  [1, 1],
  [3, 2],
  [7, 1],
  [1, 300],
  [5, 9],
] as const)('refines a picture of %i x %i pixels too', async ([width, height]) => {
  const image: Raster = { data: new Uint8Array(width * height * 3).fill(120), width, height, channels: 3 };
  const matte = await fullMatte(image, { ...MODEL, data: new Uint8Array(MODEL.width * MODEL.height).fill(255) });
  expect(matte).toEqual(new Uint8Array(width * height).fill(255));
});
