import type { Size } from '../pixels/raster.ts';
import type { Workspace } from '../memory/workspace.ts';
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

/** @param space whose memory the result has */
export function neighboursOf(features: Float32Array, size: Size, space: Workspace): Neighbours {
  const apart = space.floats(size.width * size.height * 2).fill(NaN);
  for (let y = 0; y < size.height; y++) compareRow(y, features, size, apart);
  return { order: sorted(apart, 2 * size.width, space), difference: apart };
}

/** The pixels of row `y`, each with the one to its right and the one below. */
function compareRow(y: number, features: Float32Array, { width, height }: Size, apart: Float32Array): void {
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (x + 1 < width) apart[2 * i] = difference(features, i, features, i + 1);
    if (y + 1 < height) apart[2 * i + 1] = difference(features, i, features, i + width);
  }
}

/** Counting sort, of `row` pairs at a time: pairs are many, steps few. What is no number, at the right and lower rim, is no pair. */
function sorted(apart: Float32Array, row: number, space: Workspace): Int32Array {
  const starts = new Int32Array(STEPS + 1);
  for (let first = 0; first < apart.length; first += row) count(first, first + row, apart, starts);
  for (let s = 0; s < STEPS; s++) starts[s + 1]! += starts[s]!;
  const order = space.ints(starts[STEPS]!);
  for (let first = 0; first < apart.length; first += row) place(first, first + row, apart, starts, order);
  return order;
}

function count(first: number, end: number, apart: Float32Array, starts: Int32Array): void {
  for (let pair = first; pair < end; pair++) {
    const value = apart[pair]!;
    if (value >= 0) starts[stepOf(value) + 1]!++;
  }
}

function place(first: number, end: number, apart: Float32Array, starts: Int32Array, order: Int32Array): void {
  for (let pair = first; pair < end; pair++) {
    const value = apart[pair]!;
    if (value >= 0) order[starts[stepOf(value)]!++] = pair;
  }
}

const stepOf = (value: number): number => Math.min(STEPS - 1, Math.floor((value / LARGEST) * STEPS));
