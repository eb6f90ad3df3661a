import type { Size } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { difference } from './features.ts';

/** Finer steps change no visible region. */
const STEPS = 2048;
const MAX_DIFFERENCE = 64;

/**
 * A pair is twice the pixel, plus 0 for its right or 1 for its lower neighbour; lists would take three times the
 * memory.
 */
export interface Neighbours {
  readonly order: Int32Array;
  /** In that order: by pair, reads miss the cache. */
  readonly difference: Float32Array;
}

export function neighboursOf(features: Float32Array, size: Size, space: Workspace): Neighbours {
  using own = new Workspace();
  const apart = own.floats(size.width * size.height * 2).fill(NaN);
  for (let y = 0; y < size.height; y++) compareRow(y, features, size, apart);
  return sorted(apart, 2 * size.width, space);
}

function compareRow(y: number, features: Float32Array, { width, height }: Size, apart: Float32Array): void {
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (x + 1 < width) apart[2 * i] = difference(features, i, features, i + 1);
    if (y + 1 < height) apart[2 * i + 1] = difference(features, i, features, i + width);
  }
}

/** Counting sort. NaN, at the right and lower rim, is no pair. */
function sorted(apart: Float32Array, row: number, space: Workspace): Neighbours {
  const starts = new Int32Array(STEPS + 1);
  for (let first = 0; first < apart.length; first += row) count(first, first + row, apart, starts);
  for (let s = 0; s < STEPS; s++) starts[s + 1]! += starts[s]!;
  const made = { order: space.ints(starts[STEPS]!), difference: space.floats(starts[STEPS]!) };
  for (let first = 0; first < apart.length; first += row) place(first, first + row, apart, starts, made);
  return made;
}

function count(first: number, end: number, apart: Float32Array, starts: Int32Array): void {
  for (let pair = first; pair < end; pair++) {
    const value = apart[pair]!;
    if (value >= 0) starts[stepOf(value) + 1]!++;
  }
}

function place(
  first: number,
  end: number,
  apart: Float32Array,
  starts: Int32Array,
  { order, difference }: Neighbours,
): void {
  for (let pair = first; pair < end; pair++) {
    const value = apart[pair]!;
    if (!(value >= 0)) continue;
    const at = starts[stepOf(value)]!++;
    order[at] = pair;
    difference[at] = value;
  }
}

const stepOf = (value: number): number =>
  value < MAX_DIFFERENCE ? Math.floor((value / MAX_DIFFERENCE) * STEPS) : STEPS - 1;
