import { expect, test } from 'vitest';
import { applyPatch, layPatch } from './patches.ts';
import { createPixels, type OwnPixels } from '../raster.ts';

type Rgba = readonly [number, number, number, number];

function filled(width: number, height: number, [r, g, b, a]: Rgba): OwnPixels {
  const pixels = createPixels({ width, height });
  for (let i = 0; i < pixels.data.length; i += 4) pixels.data.set([r, g, b, a], i);
  return pixels;
}
function patchOf(width: number, height: number, [r, g, b]: readonly number[], alpha: number, share: number): OwnPixels {
  const patch = filled(width, height * 2, [r!, g!, b!, 255]);
  for (let i = width * height * 4; i < patch.data.length; i += 4) patch.data.set([alpha, share, 0, 255], i);
  return patch;
}
const at = ({ data, width }: OwnPixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const frame = { width: 8, height: 8 };
const box = { x: 2, y: 2, width: 4, height: 4 };

test('a refined edge replaces what was there, with its own colours, only within its box', () => {
  const layer = filled(8, 8, [10, 20, 30, 255]);
  applyPatch(layer, layPatch(patchOf(4, 4, [200, 100, 50], 128, 255), box, frame, layer));
  expect(at(layer, 3, 3)).toEqual([200, 100, 50, 128]);
  expect(at(layer, 1, 3)).toEqual([10, 20, 30, 255]);
  expect(at(layer, 6, 5)).toEqual([10, 20, 30, 255]);
});

test('where its share is smaller, the rest stays; where it is zero, nothing changes', () => {
  const layer = filled(8, 8, [0, 0, 0, 255]);
  applyPatch(layer, layPatch(patchOf(4, 4, [255, 255, 255], 255, 51), box, frame, layer));
  expect(at(layer, 4, 4)).toEqual([51, 51, 51, 255]);
  const same = filled(8, 8, [1, 2, 3, 77]);
  applyPatch(same, layPatch(patchOf(4, 4, [255, 255, 255], 255, 0), box, frame, same));
  expect(same).toEqual(filled(8, 8, [1, 2, 3, 77]));
});

test('a hole that it finds is transparent and has no colour', () => {
  const layer = filled(8, 8, [9, 9, 9, 255]);
  applyPatch(layer, layPatch(patchOf(4, 4, [255, 0, 0], 0, 255), box, frame, layer));
  expect(at(layer, 3, 3)).toEqual([0, 0, 0, 0]);
});

test('the preview shows the mean of what the HD file shows', () => {
  const patch = patchOf(4, 4, [100, 100, 100], 255, 255);
  for (let y = 4; y < 8; y++) for (let x = 0; x < 4; x += 2) patch.data[(y * 4 + x) * 4] = 0;
  const half = filled(4, 4, [0, 0, 0, 255]);
  applyPatch(half, layPatch(patch, box, frame, half));
  expect(at(half, 1, 1)).toEqual([100, 100, 100, 128]);
  const whole = filled(8, 8, [0, 0, 0, 255]);
  applyPatch(whole, layPatch(patch, box, frame, whole));
  expect([at(whole, 2, 2), at(whole, 3, 2)]).toEqual([
    [0, 0, 0, 0],
    [100, 100, 100, 255],
  ]);
});

test('a part painted alone equals the same part of the whole', () => {
  const patch = patchOf(3, 5, [40, 90, 140], 99, 180);
  const one = filled(8, 8, [200, 10, 60, 200]);
  const other = filled(8, 8, [200, 10, 60, 200]);
  const laid = layPatch(patch, { x: 1, y: 1, width: 6, height: 6 }, frame, one);
  applyPatch(one, laid);
  for (let y = 0; y < 8; y++) applyPatch(other, laid, { x: 0, y, width: 8, height: 1 });
  expect(one).toEqual(other);
});
