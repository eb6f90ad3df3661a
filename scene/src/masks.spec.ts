import { expect, test } from 'vitest';
import { applyMask } from './masks.ts';
import { createPixels, type Mask, type OwnPixels } from './raster.ts';

const frame = { width: 8, height: 4 };
const box = { x: 2, y: 1, width: 4, height: 2 };

function filled(rgba: readonly number[], size = frame): OwnPixels {
  const pixels = createPixels(size);
  for (let i = 0; i < pixels.data.length; i += 4) pixels.data.set(rgba, i);
  return pixels;
}

const even = (value: number, width = 4, height = 2): Mask => ({
  data: new Uint8Array(width * height).fill(value),
  width,
  height,
});
const at = ({ data, width }: OwnPixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

test('erases by coverage, within the box only, and leaves no colour where nothing is left', () => {
  const half = filled([200, 100, 50, 201]);
  applyMask(half, { mode: 'erase', box, mask: even(51) }, { frame, original: null });
  expect(at(half, 2, 1)).toEqual([200, 100, 50, 161]);
  expect(at(half, 1, 1)).toEqual([200, 100, 50, 201]);
  expect(at(half, 6, 2)).toEqual([200, 100, 50, 201]);
  applyMask(half, { mode: 'erase', box, mask: even(255) }, { frame, original: null });
  expect(at(half, 5, 2)).toEqual([0, 0, 0, 0]);
});

test('restores the original over the present pixels', () => {
  const original = filled([10, 20, 30, 255]);
  const empty = createPixels(frame);
  applyMask(empty, { mode: 'restore', box, mask: even(128) }, { frame, original });
  expect(at(empty, 3, 1)).toEqual([10, 20, 30, 128]);
  applyMask(empty, { mode: 'restore', box, mask: even(255) }, { frame, original });
  expect(at(empty, 3, 1)).toEqual([10, 20, 30, 255]);
  const other = filled([210, 20, 30, 255]);
  applyMask(other, { mode: 'restore', box, mask: even(51) }, { frame, original });
  expect(at(other, 3, 1)).toEqual([170, 20, 30, 255]);
  // Restoring keeps transparency of the original.
  const thin = filled([10, 20, 30, 100]);
  const nothing = createPixels(frame);
  applyMask(nothing, { mode: 'restore', box, mask: even(255) }, { frame, original: thin });
  expect(at(nothing, 3, 1)).toEqual([10, 20, 30, 100]);
});

test('reads a mask linearly between its pixels, and averages it where it is finer than the layer', () => {
  const layer = filled([0, 0, 0, 255]);
  const ramp: Mask = { data: Uint8Array.of(0, 255), width: 2, height: 1 };
  applyMask(layer, { mode: 'erase', box, mask: ramp }, { frame, original: null });
  expect([2, 3, 4, 5].map((x) => at(layer, x, 1)[3])).toEqual([255, 191, 64, 0]);
  const stripes: Mask = { data: Uint8Array.from({ length: 16 }, (_, i) => (i % 2) * 255), width: 16, height: 1 };
  const coarse = filled([0, 0, 0, 255]);
  applyMask(coarse, { mode: 'erase', box: { ...box, height: 1 }, mask: stripes }, { frame, original: null });
  expect(at(coarse, 3, 0)[3]).toBe(255);
});

test('touches only the requested area', () => {
  const layer = filled([9, 9, 9, 255]);
  const within = { x: 3, y: 1, width: 1, height: 1 };
  applyMask(layer, { mode: 'erase', box, mask: even(255) }, { frame, original: null, within });
  expect(layer.data.filter((value, i) => i % 4 === 3 && value === 0).length).toBe(1);
});
