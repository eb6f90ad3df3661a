import { unit } from './alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import type { Size } from '../pixels/raster.ts';

interface Taps {
  readonly count: number;
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Separable Catmull-Rom, widened when shrinking. Pixel centres lie at half coordinates, as in the decoder, so mattes
 * stay in register. Clips overshoot.
 * @param space owns the result, unless it is `plane` itself
 */
export function resample(plane: Float32Array, from: Size, to: Size, space?: Workspace): Float32Array {
  if (from.width === to.width && from.height === to.height) return plane;
  using own = new Workspace();
  const rows = acrossRows(plane, from, cubicTaps(from.width, to.width), to.width, own);
  const { count, first, weights } = cubicTaps(from.height, to.height);
  const result = space?.floats(to.width * to.height) ?? new Float32Array(to.width * to.height);
  const sums = new Float64Array(to.width);
  for (let y = 0; y < to.height; y++) {
    sumOfRows(rows, first[y]! * to.width, weights.subarray(y * count, (y + 1) * count), sums);
    writeClamped(sums, result, y * to.width);
  }
  return result;
}

function acrossRows(plane: Float32Array, from: Size, taps: Taps, width: number, space: Workspace): Float32Array {
  const rows = space.floats(width * from.height);
  for (let y = 0; y < from.height; y++) acrossRow(plane, y * from.width, taps, rows, y * width, width);
  return rows;
}

function acrossRow(
  plane: Float32Array,
  start: number,
  { count, first, weights }: Taps,
  rows: Float32Array,
  to: number,
  width: number,
): void {
  for (let x = 0, at = 0; x < width; x++) {
    const base = start + first[x]!;
    let sum = 0;
    for (let t = 0; t < count; t++, at++) sum += weights[at]! * plane[base + t]!;
    rows[to + x] = sum;
  }
}

function writeClamped(sums: Float64Array, result: Float32Array, to: number): void {
  for (let x = 0; x < sums.length; x++) result[to + x] = unit(sums[x]!);
}

function sumOfRows(rows: Float32Array, start: number, weights: Float32Array, sums: Float64Array): void {
  const width = sums.length;
  sums.fill(0);
  let [t, row] = [0, start];
  // Two rows at a time halve the accesses to the sums.
  for (; t + 1 < weights.length; t += 2, row += 2 * width) {
    const [one, other] = [weights[t]!, weights[t + 1]!];
    for (let x = 0; x < width; x++) sums[x] = sums[x]! + one * rows[row + x]! + other * rows[row + width + x]!;
  }
  if (t === weights.length) return;
  const last = weights[t]!;
  for (let x = 0; x < width; x++) sums[x]! += last * rows[row + x]!;
}

function cubicTaps(from: number, to: number): Taps {
  const ratio = from / to;
  const stretch = Math.max(1, ratio);
  const count = Math.min(from, Math.ceil(4 * stretch) + 1);
  const first = new Int32Array(to);
  const weights = new Float32Array(to * count);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * ratio;
    const start = Math.max(0, Math.min(from - count, Math.floor(centre - 2 * stretch)));
    let sum = 0;
    for (let t = 0; t < count; t++) {
      const weight = catmullRom((start + t + 0.5 - centre) / stretch);
      weights[i * count + t] = weight;
      sum += weight;
    }
    for (let t = 0; t < count; t++) weights[i * count + t]! /= sum;
    first[i] = start;
  }
  return { count, first, weights };
}

/** Keys' cubic convolution, a = -1/2. */
function catmullRom(x: number): number {
  const d = Math.abs(x);
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1;
  if (d < 2) return ((-0.5 * d + 2.5) * d - 4) * d + 2;
  return 0;
}
