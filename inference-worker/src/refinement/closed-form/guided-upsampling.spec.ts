import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Raster } from '../../pixels/raster.ts';
import { stretch } from '../../planes/alpha.ts';
import { boxMean } from '../../planes/box-filter.ts';
import { between, mix } from '../../planes/interpolate.ts';
import { type GuidedCoefficients, guidedCoefficients } from './guided-filter.ts';
import { applyGuided } from './guided-upsampling.ts';
import { resample } from '../../planes/resample.ts';

function scene(width: number, height: number): { image: Raster; alpha: Float32Array } {
  const alpha = new Float32Array(width * height);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < alpha.length; i++) {
    const x = ((i % width) + 0.5) / width - 0.5;
    const y = (Math.floor(i / width) + 0.5) / height - 0.5;
    const radius = 0.22 + 0.12 * Math.cos(9 * Math.atan2(y, x));
    const a = Math.min(1, Math.max(0, (radius - Math.hypot(x, y)) * width * 0.7 + 0.5));
    alpha[i] = a;
    const ground = 170 + 40 * Math.sin(9 * x) + 20 * Math.cos(13 * y);
    for (const [c, value] of [70, 40, 30].entries()) data[i * 3 + c] = Math.round(a * value + (1 - a) * ground);
  }
  return { image: { data, width, height, channels: 3 }, alpha };
}

function edgeError(matte: Float32Array, truth: { alpha: Float32Array; image: Raster }): number {
  const { width, height } = truth.image;
  const around = new Float32Array(truth.alpha.length);
  boxMean(truth.alpha, around, width, height, 8);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < matte.length; i++) {
    if (around[i]! < 0.01 || around[i]! > 0.99) continue;
    sum += Math.abs(matte[i]! - truth.alpha[i]!);
    count++;
  }
  return sum / count;
}

test('puts the edge of a small blurred matte back onto the edge of the picture', () => {
  const full = scene(960, 720);
  const working = scene(480, 360);
  const coarseSize = { width: 120, height: 120 };
  const coarse = resample(full.alpha, full.image, coarseSize);
  boxMean(coarse, coarse, 120, 120, 1);

  const cubic = resample(coarse, coarseSize, full.image);
  const guided = applyGuided(
    full.image,
    guidedCoefficients(working.image, resample(coarse, coarseSize, working.image), 8, 1e-4),
  );
  const refined = edgeError(
    Float32Array.from(guided, (value) => value / 255),
    full,
  );
  expect(refined).toBeLessThan(edgeError(cubic, full) * 0.5);
  expect(refined).toBeLessThan(edgeError(cubic.map(stretch), full) * 0.5);
});

test('treats a transparent picture as if on white', () => {
  const { image } = scene(120, 90);
  const coefficients = guidedCoefficients(image, new Float32Array(120 * 90).fill(0.8), 4, 1e-4);
  const white: Raster = { data: new Uint8Array(120 * 90 * 3).fill(255), width: 120, height: 90, channels: 3 };
  const clear: Raster = { data: new Uint8Array(120 * 90 * 4), width: 120, height: 90, channels: 4 };
  expect(applyGuided(clear, coefficients)).toEqual(applyGuided(white, coefficients));
});

function byPixel({ data, width, height, channels }: Raster, coefficients: GuidedCoefficients): Uint8Array {
  const across = between(coefficients.width, width);
  const down = between(coefficients.height, height);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [upper, lower] = [down.low[y]! * coefficients.width, down.high[y]! * coefficients.width];
    const ofRow = (plane: Float32Array, column: number): number =>
      Math.fround(mix(plane[upper + column]!, plane[lower + column]!, down.share[y]!));
    const of = (plane: Float32Array): [low: number, step: number] => {
      const low = ofRow(plane, across.low[x]!);
      return [low, (ofRow(plane, across.high[x]!) - low) * across.share[x]!];
    };
    const opacity = channels === 4 ? data[i * channels + 3]! / 255 : 1;
    const [r, g, b] = (['red', 'green', 'blue'] as const).map((name, c) => {
      const [low, step] = of(coefficients[name]);
      return (low + step) * (data[i * channels + c]! * opacity + 255 * (1 - opacity));
    });
    const [low, step] = of(coefficients.constant);
    return stretch((r! + g! + b!) / 255 + low + step) * 255 + 0.5;
  });
}

const enlargements = fc.record({
  columns: fc.integer({ min: 1, max: 20 }),
  rows: fc.integer({ min: 1, max: 12 }),
  times: fc.double({ min: 1, max: 9, noNaN: true }),
  channels: fc.constantFrom(3 as const, 4 as const),
  values: fc.array(fc.constantFrom(0, 0, 0, 0, 1, -0.3, 0.7), { minLength: 960, maxLength: 960 }),
  bytes: fc.uint8Array({ minLength: 64, maxLength: 64 }),
});

test('alpha is the same by the vector and by the pixel', () => {
  fc.assert(
    fc.property(enlargements, ({ columns, rows, times, channels, values, bytes }) => {
      const [width, height] = [Math.floor(columns * times), Math.floor(rows * times)];
      const plane = (n: number): Float32Array =>
        Float32Array.from({ length: columns * rows }, (_, i) => values[n * 240 + i]!);
      const coefficients = { red: plane(0), green: plane(1), blue: plane(2), constant: plane(3) };
      const data = Uint8Array.from({ length: width * height * channels }, (_, i) => bytes[(i * 7) % 64]!);
      const [image, given] = [
        { data, width, height, channels },
        { width: columns, height: rows, ...coefficients },
      ];
      expect(applyGuided(image, given)).toEqual(byPixel(image, given));
    }),
  );
});
