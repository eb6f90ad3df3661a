import { expect, test } from 'vitest';
import type { Raster } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import { solveMatting } from './solve-matting.ts';

const size = { width: 160, height: 120 };
const pixels = size.width * size.height;

function scene(): { guide: Raster; truth: Float32Array } {
  const truth = new Float32Array(pixels);
  const data = new Uint8Array(pixels * 3);
  for (let i = 0; i < pixels; i++) {
    const x = (i % size.width) - 80;
    const y = Math.floor(i / size.width) - 60;
    const distance = Math.hypot(x, y);
    const ray = 0.5 + 0.5 * Math.sin(18 * Math.atan2(y, x) + distance / 8);
    const alpha = Math.max(
      Math.min(1, Math.max(0, 30.5 - distance)),
      Math.min(1, Math.max(0, (50 - distance) / 20)) * ray,
    );
    truth[i] = alpha;
    for (const [c, dark] of [50, 35, 30].entries()) {
      data[i * 3 + c] = Math.round(alpha * dark + (1 - alpha) * (150 + x * 0.6 + c * 20));
    }
  }
  return { guide: { data, ...size, channels: 3 }, truth };
}

test('finds the hair between the certain areas', () => {
  const { guide, truth } = scene();
  const alpha = new Float32Array(pixels);
  const unsure = new Uint8Array(pixels);
  for (let i = 0; i < pixels; i++) {
    const distance = Math.hypot((i % size.width) - 80, Math.floor(i / size.width) - 60);
    unsure[i] = distance > 26 && distance < 54 ? 1 : 0;
    alpha[i] = Math.min(1, Math.max(0, (54 - distance) / 28));
  }
  const weight = new Float32Array(pixels).fill(1e-4);
  const solved = solveMatting({ guide, alpha, unsure, weight, epsilon: 1e-5 }, new Workspace());
  const error = (matte: Float32Array): number =>
    matte.reduce((sum, value, i) => sum + Math.abs(value - truth[i]!), 0) / pixels;
  expect(error(solved)).toBeLessThan(error(alpha) * 0.3);
  for (let i = 0; i < pixels; i++) if (unsure[i] === 0) expect(solved[i]).toBe(alpha[i]);
  expect(solveMatting({ guide, alpha, unsure, weight, epsilon: 1e-5 }, new Workspace())).toEqual(solved);
});

test('has an answer at the border and where there is only one colour', () => {
  const guide: Raster = { data: new Uint8Array(pixels * 3).fill(200), ...size, channels: 3 };
  const alpha = Float32Array.from({ length: pixels }, (_, i) => ((i % size.width) / size.width) ** 2);
  const unsure = new Uint8Array(pixels).fill(1);
  const solved = solveMatting(
    { guide, alpha, unsure, weight: new Float32Array(pixels).fill(0.1), epsilon: 1e-5 },
    new Workspace(),
  );
  for (const value of solved) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
});

test('leaves a fully certain matte unchanged, however small the picture', () => {
  const guide: Raster = { data: new Uint8Array(6).fill(9), width: 2, height: 1, channels: 3 };
  const alpha = Float32Array.of(0, 1);
  const of = (unsure: Uint8Array): Float32Array =>
    solveMatting({ guide, alpha, unsure, weight: Float32Array.of(0.1, 0.1), epsilon: 1e-5 }, new Workspace());
  expect(of(new Uint8Array(2))).toEqual(alpha);
  expect(of(new Uint8Array(2).fill(1))).toEqual(alpha);
});
