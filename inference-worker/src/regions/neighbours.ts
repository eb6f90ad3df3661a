import type { Size } from '../pixels/raster.ts';
import { difference } from './features.ts';

/** Steps of difference that pairs are sorted by; finer ones change no region that can be seen. */
const STEPS = 2048;
const LARGEST = 64;

/** Pairs of pixels side by side, the most alike first. */
export interface Neighbours {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly difference: Float32Array;
}

export function neighboursOf(features: Float32Array, { width, height }: Size): Neighbours {
  const most = width * height * 2;
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  const apart = new Float32Array(most);
  let count = 0;
  const add = (one: number, other: number): void => {
    from[count] = one;
    to[count] = other;
    apart[count++] = difference(features, one, features, other);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x + 1 < width) add(i, i + 1);
      if (y + 1 < height) add(i, i + width);
    }
  }
  return sorted(from, to, apart, count);
}

/** Counting sort: pairs are many, steps few. */
function sorted(from: Int32Array, to: Int32Array, apart: Float32Array, count: number): Neighbours {
  const step = (i: number): number => Math.min(STEPS - 1, Math.floor((apart[i]! / LARGEST) * STEPS));
  const starts = new Int32Array(STEPS + 1);
  for (let i = 0; i < count; i++) starts[step(i) + 1]!++;
  for (let s = 0; s < STEPS; s++) starts[s + 1]! += starts[s]!;
  const result = { from: new Int32Array(count), to: new Int32Array(count), difference: new Float32Array(count) };
  for (let i = 0; i < count; i++) {
    const place = starts[step(i)]!++;
    result.from[place] = from[i]!;
    result.to[place] = to[i]!;
    result.difference[place] = apart[i]!;
  }
  return result;
}
