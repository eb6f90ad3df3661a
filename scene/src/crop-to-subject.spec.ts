import { assert, constantFrom, infiniteStream, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_POSITION } from '@clearcut/schemas/transaction/scene/constants';
import { cropToSubject, subjectBox } from './crop-to-subject.ts';
import { createPixels } from './raster.ts';

/** 40 × 20 at (30, 10), in a tenth of its frame's size. */
const layer = createPixels({ width: 100, height: 50 });
for (let y = 10; y < 30; y++) for (let x = 30; x < 70; x++) layer.data[(y * 100 + x) * 4 + 3] = 255;
const frame = { width: 1000, height: 500 };

test('holds the subject with its margin, in image pixels', () => {
  const crop = cropToSubject(layer, frame, DEFAULT_POSITION, { margin: 10, aspect: null });
  expect(crop).toEqual({ x: 260, y: 60, width: 480, height: 280 });
});

test("is widened to a shop's shape about the middle, beyond the frame if needed", () => {
  const square = cropToSubject(layer, frame, DEFAULT_POSITION, { margin: 0, aspect: '1:1' });
  expect(square).toEqual({ x: 300, y: 0, width: 400, height: 400 });
  const wide = cropToSubject(layer, frame, DEFAULT_POSITION, { margin: 50, aspect: '16:9' })!;
  expect(wide.width / wide.height).toBeCloseTo(16 / 9, 2);
  expect(Math.abs(wide.x + wide.width / 2 - 500)).toBeLessThanOrEqual(0.5);
});

test('follows the subject to its new place', () => {
  const position = { ...DEFAULT_POSITION, angle: 90, scale: 2, coords: { x: 100, y: 0 } };
  const crop = cropToSubject(layer, frame, position, { margin: 0, aspect: null });
  expect(crop).toEqual({ x: 500, y: -150, width: 400, height: 800 });
});

test('finds nothing to crop to in an empty picture', () => {
  const empty = createPixels(layer);
  expect(cropToSubject(empty, frame, DEFAULT_POSITION, { margin: 0, aspect: null })).toBeNull();
  expect(subjectBox(empty, 10)).toBeNull();
  expect(subjectBox(layer, 10)).toEqual({ x: 26, y: 6, width: 48, height: 28 });
});

/** A 40 × 20 block at (30, 10). */
function block(background: readonly number[], subject = [200, 30, 30, 255]) {
  const pixels = createPixels({ width: 100, height: 50 });
  for (let y = 0; y < 50; y++) {
    for (let x = 0; x < 100; x++) {
      const isSubject = x >= 30 && x < 70 && y >= 10 && y < 30;
      pixels.data.set(isSubject ? subject : background, (y * 100 + x) * 4);
    }
  }
  return pixels;
}

test.each([
  ['transparent', [0, 0, 0, 0]],
  ['white', [255, 255, 255, 255]],
  ['white slightly changed by encoding', [251, 255, 249, 255]],
])('regression: a crop on a %s background holds the subject and stays inside the picture', (_what, background) => {
  expect(subjectBox(block(background), 0)).toEqual({ x: 30, y: 10, width: 40, height: 20 });
  expect(subjectBox(block(background), 50)).toEqual({ x: 10, y: 0, width: 80, height: 50 });
  expect(subjectBox(block(background), 100)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
});

test('regression: a picture on a photograph keeps its size, without a frame', () => {
  const photograph = block([255, 255, 255, 255]);
  photograph.data.set([10, 90, 40, 255], 0);
  expect(subjectBox(photograph, 10)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
  expect(subjectBox(block([200, 30, 30, 255]), 10)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
});

test('never enlarges a picture, whatever its subject and margin', () => {
  assert(
    property(
      integer({ min: 1, max: 12 }),
      integer({ min: 1, max: 12 }),
      integer({ min: 0, max: 100 }),
      infiniteStream(constantFrom(0, 255)),
      (width, height, margin, levels) => {
        const pixels = createPixels({ width, height });
        for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = levels.next().value ?? 0;
        const box = subjectBox(pixels, margin);
        if (box === null) return;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
        expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
      },
    ),
  );
});
