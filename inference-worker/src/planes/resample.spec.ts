import { expect, test } from 'vitest';
import { resample } from './resample.ts';

const small = { width: 8, height: 6 };

test.for([
  { width: 40, height: 30 },
  { width: 3, height: 2 },
  { width: 1, height: 1 },
])('keeps a flat plane flat at $width x $height', (size) => {
  const result = resample(new Float32Array(48).fill(0.7), small, size);
  expect(result).toHaveLength(size.width * size.height);
  for (const value of result) expect(value).toBeCloseTo(0.7, 5);
});

test('keeps an edge where it is', () => {
  // Enlarged ten times, the edge must stay in the middle.
  const plane = Float32Array.from({ length: 48 }, (_, i) => (i % 8 < 4 ? 1 : 0));
  const result = resample(plane, small, { width: 80, height: 60 });
  const row = result.subarray(30 * 80, 31 * 80);
  expect(row[39]! + row[40]!).toBeCloseTo(1, 5);
  expect(row[39]).toBeGreaterThan(0.5);
  expect(row.reduce((sum, value) => sum + value, 0) / 80).toBeCloseTo(0.5, 2);
});

test('never leaves 0..1', () => {
  const plane = Float32Array.from({ length: 48 }, (_, i) => i % 2);
  for (const value of resample(plane, small, { width: 81, height: 47 })) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
});
