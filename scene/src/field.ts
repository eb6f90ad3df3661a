import type { Matrix } from './geometry.ts';
import type { Size } from './raster.ts';
import { mirrored } from './sampling.ts';

/** Slowly varying values on a coarse grid. */
export interface Field extends Size {
  /** Interleaved. */
  readonly values: Float32Array;
  readonly channels: number;
}

type FieldEdge = 'mirrored' | 'nothing';

/** @param matrix output pixels -> cells */
export function readField(
  into: Float64Array,
  field: Field,
  matrix: Matrix,
  left: number,
  y: number,
  edge: FieldEdge,
): void {
  if (matrix.b === 0 && matrix.c === 0) readAlong(into, field, matrix, left, y, edge);
  else readAcross(into, field, matrix, left, y, edge);
}

/** Mixes two rows once. */
function readAlong(
  into: Float64Array,
  { values, width, height, channels }: Field,
  { a, d, e, f }: Matrix,
  left: number,
  y: number,
  edge: FieldEdge,
): void {
  const v = d * (y + 0.5) + f - 0.5;
  const at = edge === 'mirrored' ? mirrored(v, height) : v;
  const upper = Math.floor(at);
  const stride = width * channels;
  // One empty cell on each side.
  const cells = new Float64Array(stride + 2 * channels);
  for (const [row, weight] of [
    [upper, 1 - (at - upper)],
    [upper + 1, at - upper],
  ] as const) {
    if (row < 0 || row >= height) continue;
    for (let i = 0; i < stride; i++) cells[channels + i]! += values[row * stride + i]! * weight;
  }
  for (let i = 0, x = left + 0.5; i < into.length; i += channels, x++) {
    const u = a * x + e - 0.5;
    const place = edge === 'mirrored' ? mirrored(u, width) : Math.min(width, Math.max(-1, u));
    const column = Math.min(width - 1, Math.floor(place));
    const share = place - column;
    const first = (column + 1) * channels;
    for (let channel = 0; channel < channels; channel++) {
      const here = cells[first + channel]!;
      into[i + channel] = here + (cells[first + channels + channel]! - here) * share;
    }
  }
}

function readAcross(
  into: Float64Array,
  { values, width, height, channels }: Field,
  { a, b, c, d, e, f }: Matrix,
  left: number,
  y: number,
  edge: FieldEdge,
): void {
  for (let i = 0, x = left + 0.5; i < into.length; i += channels, x++) {
    let u = a * x + c * (y + 0.5) + e - 0.5;
    let v = b * x + d * (y + 0.5) + f - 0.5;
    if (edge === 'mirrored') {
      u = mirrored(u, width);
      v = mirrored(v, height);
    }
    const column = Math.floor(u);
    const row = Math.floor(v);
    for (let channel = 0; channel < channels; channel++) into[i + channel] = 0;
    for (let corner = 0; corner < 4; corner++) {
      const cx = column + (corner & 1);
      const cy = row + (corner >> 1);
      if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
      const across = (corner & 1) === 1 ? u - column : 1 - (u - column);
      const weight = across * (corner >> 1 === 1 ? v - row : 1 - (v - row));
      const at = (cy * width + cx) * channels;
      for (let channel = 0; channel < channels; channel++) into[i + channel]! += values[at + channel]! * weight;
    }
  }
}

/** The last cells average the rest. */
export function halved({ values, width, height, channels }: Field): Field {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const result = new Float32Array(size.width * size.height * channels);
  for (let y = 0; y < height; y++) {
    const rows = Math.min(2, height - (y & ~1));
    for (let x = 0; x < width; x++) {
      const share = 1 / (rows * Math.min(2, width - (x & ~1)));
      const to = ((y >> 1) * size.width + (x >> 1)) * channels;
      const from = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel++) result[to + channel]! += values[from + channel]! * share;
    }
  }
  return { ...size, values: result, channels };
}
