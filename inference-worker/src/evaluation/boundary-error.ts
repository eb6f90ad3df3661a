import type { Size } from '../pixels/raster.ts';
import { SUBJECT_FROM } from './overlap.ts';

const BAND = 0.03;

/** Mean of |alpha - truth| along the truth's edge; undefined without an edge. */
export function boundaryError(alpha: Float32Array, truth: Float32Array, size: Size): number | undefined {
  const halfWidth = Math.max(1, Math.round((BAND / 2) * Math.max(size.width, size.height)));
  const band = widened(edge(truth, size), size, halfWidth - 1);
  let sum = 0;
  let pixels = 0;
  for (let i = 0; i < truth.length; i++) {
    if (band[i] === 0) continue;
    sum += Math.abs(alpha[i]! - truth[i]!);
    pixels++;
  }
  return pixels === 0 ? undefined : sum / pixels;
}

function edge(truth: Float32Array, { width, height }: Size): Uint8Array {
  const marks = new Uint8Array(truth.length);
  const mark = (one: number, other: number): void => {
    if (truth[one]! >= SUBJECT_FROM === truth[other]! >= SUBJECT_FROM) return;
    marks[one] = 1;
    marks[other] = 1;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x + 1 < width) mark(i, i + 1);
      if (y + 1 < height) mark(i, i + width);
    }
  }
  return marks;
}

function widened(marks: Uint8Array, { width, height }: Size, radius: number): Uint8Array {
  const rows = new Uint8Array(marks.length);
  for (let y = 0; y < height; y++) spread(marks, rows, y * width, 1, width, radius);
  const both = new Uint8Array(marks.length);
  for (let x = 0; x < width; x++) spread(rows, both, x, width, height, radius);
  return both;
}

function spread(from: Uint8Array, to: Uint8Array, start: number, step: number, count: number, radius: number): void {
  let last = -Infinity;
  for (let n = 0; n < count; n++) {
    if (from[start + n * step] === 1) last = n;
    if (n - last <= radius) to[start + n * step] = 1;
  }
  let next = Infinity;
  for (let n = count - 1; n >= 0; n--) {
    if (from[start + n * step] === 1) next = n;
    if (next - n <= radius) to[start + n * step] = 1;
  }
}
