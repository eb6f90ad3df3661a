import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { readField } from '../field.ts';
import { apply, product, scaling, translation, type Matrix } from '../geometry.ts';
import type { Mask, Pixels, Rect, Size } from '../raster.ts';
import { reducedMask, reduction } from '../sampling.ts';

/** Cells of `cell` output pixels, the first at (x, y). */
export interface Grid extends Size {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
}

/**
 * 0..1.
 * @param matrix output pixels -> cut-out pixels
 */
export function alphaGrid(
  cutOut: Pixels,
  matrix: Matrix,
  area: Rect,
  cell: number,
): { readonly grid: Grid; readonly values: Float32Array<ArrayBuffer> } {
  const grid = {
    x: area.x,
    y: area.y,
    cell,
    width: Math.ceil(area.width / cell),
    height: Math.ceil(area.height / cell),
  };
  const toPixels = product(matrix, translation(grid.x, grid.y), scaling(cell));
  const factor = reduction(toPixels);
  const alpha = reducedMask(alphaOf(cutOut), factor);
  const field = { ...alpha, values: Float32Array.from(alpha.data), channels: 1 };
  const toField = product(scaling(1 / factor), toPixels);
  const values = new Float32Array(grid.width * grid.height);
  const row = new Float64Array(grid.width);
  for (let y = 0; y < grid.height; y++) {
    readField(row, field, toField, 0, y, 'nothing');
    for (let x = 0; x < row.length; x++) values[y * grid.width + x] = row[x]! / 255;
  }
  return { grid, values };
}

/** At least half opaque, at preview size, so that preview and HD agree. */
export function subjectBounds(cutOut: Pixels, matrix: Matrix): Rect | null {
  const factor = Math.max(1, Math.floor(Math.max(cutOut.width, cutOut.height) / PREVIEW_MAX_SIDE));
  const { data, width, height } = reducedMask(alphaOf(cutOut), factor);
  const toPlace = product(matrix, scaling(factor));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((alpha) => alpha >= 128);
    if (first < 0) continue;
    const last = row.findLastIndex((alpha) => alpha >= 128) + 1;
    for (const corner of [
      { x: first, y },
      { x: first, y: y + 1 },
      { x: last, y },
      { x: last, y: y + 1 },
    ]) {
      const at = apply(toPlace, corner);
      left = Math.min(left, at.x);
      top = Math.min(top, at.y);
      right = Math.max(right, at.x);
      bottom = Math.max(bottom, at.y);
    }
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

function alphaOf({ data, width, height }: Pixels): Mask {
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
  return { data: alpha, width, height };
}
