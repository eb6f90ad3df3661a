import type { Size } from '../pixels/raster.ts';
import { difference } from './features.ts';

/** Steps of difference that pairs are sorted by; finer ones change no region that can be seen. */
const STEPS = 2048;
const LARGEST = 64;

/**
 * Pairs of pixels side by side. Of each, its number says which: twice the pixel and 0 for the one to its right, 1 for the one below. Lists of
 * the pixels themselves would be three times as much memory, which takes longer to come by than the sorting.
 */
export interface Neighbours {
  /** Numbers of the pairs, the most alike first. */
  readonly order: Int32Array;
  /** By the number of a pair. */
  readonly difference: Float32Array;
}

export function neighboursOf(features: Float32Array, { width, height }: Size): Neighbours {
  const apart = new Float32Array(width * height * 2).fill(NaN);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x + 1 < width) apart[2 * i] = difference(features, i, features, i + 1);
      if (y + 1 < height) apart[2 * i + 1] = difference(features, i, features, i + width);
    }
  }
  return { order: sorted(apart), difference: apart };
}

/** Counting sort: pairs are many, steps few. What is no number, at the right and lower rim, is no pair. */
function sorted(apart: Float32Array): Int32Array {
  const step = (value: number): number => Math.min(STEPS - 1, Math.floor((value / LARGEST) * STEPS));
  const starts = new Int32Array(STEPS + 1);
  for (let pair = 0; pair < apart.length; pair++) {
    const value = apart[pair]!;
    if (value >= 0) starts[step(value) + 1]!++;
  }
  for (let s = 0; s < STEPS; s++) starts[s + 1]! += starts[s]!;
  const order = new Int32Array(starts[STEPS]!);
  for (let pair = 0; pair < apart.length; pair++) {
    const value = apart[pair]!;
    if (value >= 0) order[starts[step(value)]!++] = pair;
  }
  return order;
}
