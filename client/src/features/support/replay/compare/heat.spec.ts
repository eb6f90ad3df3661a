import { expect, test } from 'vitest';
import { heatOf } from './heat.ts';

const pixels = (...values: number[]): Uint8ClampedArray => Uint8ClampedArray.from(values);

test('equal pixels are black; the largest difference of the four channels counts', () => {
  const one = pixels(10, 20, 30, 255, 10, 20, 30, 255, 0, 0, 0, 0);
  const other = pixels(10, 20, 30, 255, 10, 22, 31, 255, 0, 0, 0, 255);
  expect([...heatOf(one, other)]).toEqual([0, 0, 0, 255, 32, 0, 0, 255, 255, 255, 255, 255]);
});

test('a difference of one is visible', () => {
  const [red = 0] = heatOf(pixels(1, 0, 0, 255), pixels(0, 0, 0, 255));
  expect(red).toBeGreaterThan(8);
});
