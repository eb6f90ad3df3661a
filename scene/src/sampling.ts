import { product, scaling, type Matrix } from './geometry.ts';
import type { Mask, Pixels } from './raster.ts';

/** RGBA, premultiplied, 0..255, unrounded. */
export type Row = Float64Array;

export type Edge = 'transparent' | 'mirrored';

/** With the matrix output pixels -> its pixels. */
export interface Placed<Picture> {
  readonly picture: Picture;
  readonly matrix: Matrix;
}

/** Linear interpolation then skips none of its pixels. */
export function forScale(picture: Pixels, matrix: Matrix): Placed<Pixels> {
  const factor = reduction(matrix);
  if (factor === 1) return { picture, matrix };
  return { picture: reduced(picture, factor), matrix: product(scaling(1 / factor), matrix) };
}

/** Integer. */
export const reduction = ({ a, b, c, d }: Matrix): number =>
  Math.max(1, Math.floor(Math.min(Math.hypot(a, b), Math.hypot(c, d)) + 1e-6));

/** Premultiplied means over squares; the last may be partial. */
export function reduced(picture: Pixels, factor: number): Pixels {
  const width = Math.ceil(picture.width / factor);
  const height = Math.ceil(picture.height / factor);
  const data = new Uint8ClampedArray(width * height * 4);
  const sums = new Float64Array(width * 4);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    const last = Math.min(picture.height, (y + 1) * factor);
    for (let row = y * factor; row < last; row++) {
      for (let x = 0, i = row * picture.width * 4; x < picture.width; x++, i += 4) {
        const alpha = picture.data[i + 3]!;
        if (alpha === 0) continue;
        const cell = Math.floor(x / factor) * 4;
        sums[cell]! += picture.data[i]! * alpha;
        sums[cell + 1]! += picture.data[i + 1]! * alpha;
        sums[cell + 2]! += picture.data[i + 2]! * alpha;
        sums[cell + 3]! += alpha;
      }
    }
    for (let x = 0; x < width; x++) {
      const alpha = sums[x * 4 + 3]!;
      if (alpha === 0) continue;
      const count = (Math.min(picture.width, (x + 1) * factor) - x * factor) * (last - y * factor);
      const i = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) data[i + channel] = sums[x * 4 + channel]! / alpha;
      data[i + 3] = alpha / count;
    }
  }
  return { data, width, height };
}

export function reducedMask(mask: Mask, factor: number): Mask {
  if (factor === 1) return mask;
  const width = Math.ceil(mask.width / factor);
  const height = Math.ceil(mask.height / factor);
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const bottom = Math.min(mask.height, (y + 1) * factor);
    for (let x = 0; x < width; x++) {
      const right = Math.min(mask.width, (x + 1) * factor);
      let sum = 0;
      for (let row = y * factor; row < bottom; row++) {
        for (let i = row * mask.width + x * factor; i < row * mask.width + right; i++) sum += mask.data[i]!;
      }
      data[y * width + x] = sum / ((bottom - y * factor) * (right - x * factor));
    }
  }
  return { data, width, height };
}

/** Starts at output pixel (left, y). */
export function paintPicture(row: Row, { picture, matrix }: Placed<Pixels>, left: number, y: number, edge: Edge): void {
  const shift = wholeShift(matrix);
  if (shift !== null && edge === 'transparent') return paintShifted(row, picture, left + shift.x, y + shift.y);
  const { data, width, height } = picture;
  const { a, b, c, d, e, f } = matrix;
  const mirror = edge === 'mirrored';
  for (let i = 0; i < row.length; i += 4) {
    const x = left + i / 4 + 0.5;
    let u = a * x + c * (y + 0.5) + e - 0.5;
    let v = b * x + d * (y + 0.5) + f - 0.5;
    if (mirror) {
      u = mirrored(u, width);
      v = mirrored(v, height);
    } else if (u <= -1 || v <= -1 || u >= width || v >= height) continue;
    const x0 = Math.floor(u);
    const y0 = Math.floor(v);
    const right = u - x0;
    const lower = v - y0;
    let red = 0;
    let green = 0;
    let blue = 0;
    let opaque = 0;
    for (let corner = 0; corner < 4; corner++) {
      const cx = x0 + (corner & 1);
      const cy = y0 + (corner >> 1);
      if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
      const p = (cy * width + cx) * 4;
      const alpha = data[p + 3]! * (corner & 1 ? right : 1 - right) * (corner & 2 ? lower : 1 - lower);
      if (alpha === 0) continue;
      red += data[p]! * alpha;
      green += data[p + 1]! * alpha;
      blue += data[p + 2]! * alpha;
      opaque += alpha;
    }
    if (opaque === 0) continue;
    const through = 1 - opaque / 255;
    row[i] = red / 255 + row[i]! * through;
    row[i + 1] = green / 255 + row[i + 1]! * through;
    row[i + 2] = blue / 255 + row[i + 2]! * through;
    row[i + 3] = opaque + row[i + 3]! * through;
  }
}

/** Exact copy, the usual case. */
function paintShifted(row: Row, { data, width, height }: Pixels, left: number, y: number): void {
  if (y < 0 || y >= height) return;
  const first = Math.max(0, -left);
  const last = Math.min(row.length / 4, width - left);
  for (let x = first, i = first * 4, p = (y * width + left + first) * 4; x < last; x++, i += 4, p += 4) {
    const alpha = data[p + 3]!;
    if (alpha === 0) continue;
    if (alpha === 255) {
      row[i] = data[p]!;
      row[i + 1] = data[p + 1]!;
      row[i + 2] = data[p + 2]!;
      row[i + 3] = 255;
      continue;
    }
    const share = alpha / 255;
    const through = 1 - share;
    row[i] = data[p]! * share + row[i]! * through;
    row[i + 1] = data[p + 1]! * share + row[i + 1]! * through;
    row[i + 2] = data[p + 2]! * share + row[i + 2]! * through;
    row[i + 3] = alpha + row[i + 3]! * through;
  }
}

/** Null unless by whole pixels. */
function wholeShift({ a, b, c, d, e, f }: Matrix): { readonly x: number; readonly y: number } | null {
  const isNone = Math.max(Math.abs(a - 1), Math.abs(d - 1), Math.abs(b), Math.abs(c)) < 1e-9;
  const x = Math.round(e);
  const y = Math.round(f);
  return isNone && Math.abs(e - x) < 1e-6 && Math.abs(f - y) < 1e-6 ? { x, y } : null;
}

export function mirrored(at: number, length: number): number {
  const inside = length - 1;
  if (at >= 0 && at <= inside) return at;
  if (inside === 0) return 0;
  const turn = (((at + 0.5) % (2 * length)) + 2 * length) % (2 * length);
  const folded = (turn < length ? turn : 2 * length - turn) - 0.5;
  return Math.min(inside, Math.max(0, folded));
}
