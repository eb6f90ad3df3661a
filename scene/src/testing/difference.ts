import type { Pixels } from '../raster.ts';

/** 0..255, premultiplied. */
export interface Difference {
  readonly mean: number;
  /** Largest mean of a 16 × 16 square. */
  readonly worstSquare: number;
}

const SQUARE = 16;

export function differenceOf(one: Pixels, other: Pixels): Difference {
  if (one.width !== other.width || one.height !== other.height) {
    throw new Error(`${one.width} x ${one.height} against ${other.width} x ${other.height} pixels`);
  }
  const { width, height } = one;
  let total = 0;
  let worstSquare = 0;
  for (let top = 0; top < height; top += SQUARE) {
    for (let left = 0; left < width; left += SQUARE) {
      const bottom = Math.min(height, top + SQUARE);
      const right = Math.min(width, left + SQUARE);
      let sum = 0;
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) sum += apart(one.data, other.data, (y * width + x) * 4);
      }
      total += sum;
      worstSquare = Math.max(worstSquare, sum / ((bottom - top) * (right - left)));
    }
  }
  return { mean: total / (width * height), worstSquare };
}

function apart(one: Pixels['data'], other: Pixels['data'], i: number): number {
  const a = one[i + 3]! / 255;
  const b = other[i + 3]! / 255;
  let sum = Math.abs(one[i + 3]! - other[i + 3]!);
  for (let c = i; c < i + 3; c++) sum += Math.abs(one[c]! * a - other[c]! * b);
  return sum / 4;
}
