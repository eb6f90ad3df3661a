import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unevenParts } from './uneven-parts.ts';

const planes = fc
  .record({
    width: fc.integer({ min: 1, max: 150 }),
    height: fc.integer({ min: 1, max: 150 }),
    reach: fc.integer({ min: 0, max: 8 }),
    edge: fc.integer({ min: -20, max: 170 }),
    speck: fc.nat(),
  })
  .map(({ width, height, reach, edge, speck }) => {
    const alpha = Float32Array.from({ length: width * height }, (_, i) => ((i % width) + i / width / 3 < edge ? 1 : 0));
    alpha[speck % alpha.length] = 0.4;
    return { width, height, reach, alpha };
  });

test('parts do not overlap, and alpha is all 0 or all 1 around every other pixel', () => {
  fc.assert(
    fc.property(planes, ({ width, height, reach, alpha }) => {
      const inParts = new Uint8Array(alpha.length);
      for (const part of unevenParts(alpha, { width, height }, reach)) {
        for (let y = part.y; y < part.y + part.height; y++) {
          for (let x = part.x; x < part.x + part.width; x++) inParts[y * width + x]!++;
        }
      }
      expect(Math.max(...inParts)).toBe(1);
      const isLike = (i: number, u: number, v: number): boolean =>
        u < 0 || v < 0 || u >= width || v >= height || alpha[v * width + u] === alpha[i];
      for (let i = 0; i < alpha.length; i++) {
        if (inParts[i] === 1) continue;
        const [x, y] = [i % width, Math.floor(i / width)];
        const isEven =
          (alpha[i] === 0 || alpha[i] === 1) &&
          isLike(i, x - reach, y) &&
          isLike(i, x + reach, y) &&
          isLike(i, x, y - reach) &&
          isLike(i, x, y + reach);
        if (!isEven) expect.fail(`Pixel ${x}, ${y} is in no part`);
      }
    }),
    { numRuns: 40 },
  );
});
