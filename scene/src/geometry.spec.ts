import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_POSITION } from '@clearcut/schemas/transaction/scene/constants';
import { hdScale, previewScale } from '@clearcut/schemas/transaction/scene/scales';
import { apply, coverMatrix, inverse, outputOf, placement, product } from './geometry.ts';
import { randomScene } from './testing/scenes.ts';

const frame = { width: 4000, height: 3000 };

test('a matrix and its inverse cancel out', () => {
  fc.assert(
    fc.property(randomScene(frame), fc.nat(4000), fc.nat(3000), ({ settings }, x, y) => {
      const there = placement(settings.position, frame);
      const back = apply(product(inverse(there), there), { x, y });
      expect(back.x).toBeCloseTo(x, 5);
      expect(back.y).toBeCloseTo(y, 5);
    }),
  );
});

test('turning and scaling keep the origin in place, clockwise on the screen', () => {
  const position = { ...DEFAULT_POSITION, angle: 90, scale: 2, origin: { x: 0.25, y: 0.5 }, coords: { x: 10, y: -20 } };
  const there = placement(position, frame);
  expect(apply(there, { x: 1000, y: 1500 })).toEqual({ x: 1010, y: 1480 });
  const right = apply(there, { x: 1100, y: 1500 });
  expect([right.x, right.y]).toEqual([1010, 1680]);
});

test('a preview is never enlarged nor longer than 500; an HD file is as large as its crop, within the maximum', () => {
  const none = DEFAULT_POSITION;
  const wide = { ...none, crop: { x: -2000, y: 0, width: 8000, height: 3000 } };
  expect(previewScale(none, frame)).toBe(0.125);
  expect(previewScale(none, { width: 300, height: 200 })).toBe(1);
  expect(previewScale(wide, frame)).toBe(0.0625);
  expect(hdScale(wide, frame)).toBe(1);
  expect(outputOf(wide, frame, 1)).toMatchObject({ width: 8000, height: 3000 });
  const vast = { ...none, crop: { x: 0, y: 0, width: 16000, height: 16000 } };
  const { width, height } = outputOf(vast, frame, hdScale(vast, frame));
  expect(width * height).toBeLessThanOrEqual(50_010_000);
});

test('a file with a chosen size has exactly that size, however its crop is rounded', () => {
  const crop = { x: 0, y: 0, width: 333, height: 592 };
  const story = { ...DEFAULT_POSITION, crop, output: { width: 1080, height: 1920 } };
  expect(outputOf(story, frame, hdScale(story, frame))).toMatchObject({ width: 1080, height: 1920 });
  expect(outputOf(story, frame, previewScale(story, frame))).toMatchObject({ width: 42, height: 74 });
  const { toFrame } = outputOf(story, frame, hdScale(story, frame));
  expect(apply(toFrame, { x: 1080, y: 1920 })).toEqual({ x: 333, y: expect.closeTo(592) });
});

test('a covering picture reaches every corner and loses only two sides', () => {
  const matrix = coverMatrix({ width: 200, height: 100 }, { width: 50, height: 50 });
  expect(apply(matrix, { x: 0, y: 0 })).toEqual({ x: 0, y: 12.5 });
  expect(apply(matrix, { x: 200, y: 100 })).toEqual({ x: 50, y: 37.5 });
});
