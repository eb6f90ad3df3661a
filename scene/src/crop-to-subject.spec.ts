import { expect, test } from 'vitest';
import { MAX_PIXELS, MAX_SIDE } from '@clearcut/schemas/constants';
import { DEFAULT_POSITION } from '@clearcut/schemas/transaction/scene/constants';
import { cropToSubject, opaqueBox } from './crop-to-subject.ts';
import { createPixels } from './raster.ts';

/** A 40 × 20 block at (30, 10) in a layer of 100 × 50, of a frame of 1000 × 500. */
const layer = createPixels({ width: 100, height: 50 });
for (let y = 10; y < 30; y++) for (let x = 30; x < 70; x++) layer.data[(y * 100 + x) * 4 + 3] = 255;
const frame = { width: 1000, height: 500 };

test('holds the subject with its margin, in image pixels', () => {
  const crop = cropToSubject(layer, frame, DEFAULT_POSITION, { margin: 10, aspect: null });
  expect(crop).toEqual({ x: 260, y: 60, width: 480, height: 280 });
});

test('is widened to the shape of a shop about the middle, beyond the frame if need be', () => {
  const square = cropToSubject(layer, frame, DEFAULT_POSITION, { margin: 0, aspect: '1:1' });
  expect(square).toEqual({ x: 300, y: 0, width: 400, height: 400 });
  const wide = cropToSubject(layer, frame, DEFAULT_POSITION, { margin: 50, aspect: '16:9' })!;
  expect(wide.width / wide.height).toBeCloseTo(16 / 9, 2);
  expect(Math.abs(wide.x + wide.width / 2 - 500)).toBeLessThanOrEqual(0.5);
});

test('follows the subject where it was put', () => {
  const position = { ...DEFAULT_POSITION, angle: 90, scale: 2, coords: { x: 100, y: 0 } };
  const crop = cropToSubject(layer, frame, position, { margin: 0, aspect: null });
  expect(crop).toEqual({ x: 500, y: -150, width: 400, height: 800 });
});

test('there is nothing to crop to when nothing is there', () => {
  const empty = createPixels(layer);
  expect(cropToSubject(empty, frame, DEFAULT_POSITION, { margin: 0, aspect: null })).toBeNull();
  expect(opaqueBox(empty, 10)).toBeNull();
  expect(opaqueBox(layer, 10)).toEqual({ x: 26, y: 6, width: 48, height: 28 });
});

function opaque(width: number, height: number) {
  const pixels = createPixels({ width, height });
  pixels.data.fill(255);
  return pixels;
}

test('a margin ends where a picture may not be larger', () => {
  // Unbounded, 24,000 × 16,500 pixels.
  const { x, y, width, height } = opaqueBox(opaque(8000, 500), 100)!;
  expect(width * height).toBeLessThanOrEqual(MAX_PIXELS);
  expect((width + 2) * (height + 2)).toBeGreaterThan(MAX_PIXELS);
  expect([width + 2 * x, height + 2 * y]).toEqual([8000, 500]);
  expect(opaqueBox(opaque(MAX_SIDE, 10), 100)).toEqual({ x: 0, y: 0, width: MAX_SIDE, height: 10 });
});
