import type { Size } from './raster.ts';

/** Above any squared distance, yet exact beside them. */
const FAR = 1e20;

/**
 * Pixels; Infinity without a member. Linear time: Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled
 * Functions", Theory of Computing 2012.
 */
export function distanceFrom(members: Uint8Array, { width, height }: Size): Float32Array {
  const squares = new Float64Array(members.length);
  for (let i = 0; i < squares.length; i++) squares[i] = members[i] === 0 ? FAR : 0;
  const transform = lineTransform(Math.max(width, height));
  for (let x = 0; x < width; x++) transform(squares, x, width, height);
  for (let y = 0; y < height; y++) transform(squares, y * width, 1, width);
  return Float32Array.from(squares, (square) => (square >= FAR ? Infinity : Math.sqrt(square)));
}

/** Lower envelope of parabolas. */
function lineTransform(longest: number) {
  const line = new Float64Array(longest);
  const feet = new Int32Array(longest);
  const bounds = new Float64Array(longest + 1);
  return (values: Float64Array, start: number, step: number, count: number): void => {
    for (let i = 0; i < count; i++) line[i] = values[start + i * step]!;
    let last = 0;
    feet[0] = 0;
    bounds[0] = -Infinity;
    bounds[1] = Infinity;
    for (let i = 1; i < count; i++) {
      let meet = crossing(line, i, feet[last]!);
      while (meet <= bounds[last]!) meet = crossing(line, i, feet[--last]!);
      feet[++last] = i;
      bounds[last] = meet;
      bounds[last + 1] = Infinity;
    }
    for (let i = 0, foot = 0; i < count; i++) {
      while (bounds[foot + 1]! < i) foot++;
      const away = i - feet[foot]!;
      values[start + i * step] = Math.min(FAR, away * away + line[feet[foot]!]!);
    }
  };
}

const crossing = (line: Float64Array, i: number, foot: number): number =>
  (line[i]! + i * i - (line[foot]! + foot * foot)) / (2 * (i - foot));
