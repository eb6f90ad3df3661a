import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxMean } from './box-filter.ts';

function naive(source: Float32Array, width: number, height: number, radius: number): number[] {
  return Array.from(source, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    let count = 0;
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
        sum += source[v * width + u]!;
        count++;
      }
    }
    return sum / count;
  });
}

test('is the mean of the window, cut off at the borders', () => {
  const cases = fc
    .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
    .chain(({ width, height }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        radius: fc.integer({ min: 0, max: 15 }),
        values: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: width * height, maxLength: width * height }),
      }),
    );
  fc.assert(
    fc.property(cases, ({ width, height, radius, values }) => {
      const source = Float32Array.from(values, (value) => value / 255);
      const target = new Float32Array(source.length);
      boxMean(source, target, width, height, radius);
      const expected = naive(source, width, height, radius);
      for (const [i, value] of target.entries()) expect(value).toBeCloseTo(expected[i]!, 5);
    }),
  );
});
