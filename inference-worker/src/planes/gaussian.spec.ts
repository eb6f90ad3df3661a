import { gaussian } from '@clearcut/scene/blur';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaussianOf } from './gaussian.ts';

const planes = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 30 }),
  channels: fc.constantFrom(2, 4),
  sigma: fc.constantFrom(0.3, 0.8, 2, 7),
  values: fc.array(fc.float({ min: -100, max: 100, noNaN: true }), { minLength: 50, maxLength: 50 }),
});

test('blurs to the same bits as the scene', () => {
  fc.assert(
    fc.property(planes, ({ width, height, channels, sigma, values }) => {
      const written = Float32Array.from({ length: width * height * channels }, (_, i) => values[(i * 13) % 50]!);
      const expected = written.slice();
      gaussian(expected, { width, height }, channels, sigma);
      const made = gaussianOf({ width, height }, channels, sigma, (into) => into.set(written));
      expect(made).toEqual(expected);
    }),
  );
});
