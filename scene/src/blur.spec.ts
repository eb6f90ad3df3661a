import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaussian } from './blur.ts';
import { distanceFrom } from './distance.ts';

const size = { width: 121, height: 121 };
const middle = 60 * 121 + 60;

test('spreads a point with exactly the requested variance, keeps its sum, and looks like a Gaussian', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 14, noNaN: true }), (sigma) => {
      const plane = new Float32Array(121 * 121);
      plane[middle] = 1;
      gaussian(plane, size, 1, sigma);
      let [sum, variance] = [0, 0];
      plane.forEach((value, i) => {
        sum += value;
        variance += value * ((i % 121) - 60) ** 2;
      });
      expect(sum).toBeCloseTo(1, 3);
      expect(Math.sqrt(variance)).toBeCloseTo(sigma, 2);
      if (sigma > 2) expect(plane[middle] * 2 * Math.PI * sigma * sigma).toBeCloseTo(1, 0);
    }),
    { numRuns: 40 },
  );
});

test('channels neither mix nor move', () => {
  const planes = new Float32Array(121 * 121 * 2);
  planes[middle * 2] = 1;
  gaussian(planes, size, 2, 3);
  expect(planes.every((value, i) => i % 2 === 0 || value === 0)).toBe(true);
  expect(planes[(middle - 4) * 2]).toBeCloseTo(planes[(middle + 4) * 2]!, 6);
  expect(planes[(middle - 4 * 121) * 2]).toBeCloseTo(planes[(middle + 4) * 2]!, 6);
});

test('distances are to the nearest member', () => {
  const small = { width: 13, height: 9 };
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(13 * 9 - 1), { minLength: 1, maxLength: 8 }), (places) => {
      const members = new Uint8Array(13 * 9);
      for (const place of places) members[place] = 1;
      distanceFrom(members, small).forEach((distance, i) => {
        const each = places.map((p) => Math.hypot((p % 13) - (i % 13), Math.floor(p / 13) - Math.floor(i / 13)));
        expect(distance).toBeCloseTo(Math.min(...each), 5);
      });
    }),
  );
  expect(distanceFrom(new Uint8Array(4), { width: 2, height: 2 })[0]).toBe(Infinity);
});
