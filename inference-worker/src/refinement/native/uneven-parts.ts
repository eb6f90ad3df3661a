import type { Box, Size } from '../../pixels/raster.ts';

/** Rows: all at once need four times the memory. */
const ROWS = 64;
/** Columns: fewer save too few pixels. */
const COLUMNS = 32;

/** Elsewhere `alpha` is one 0 or one 1 within `reach` pixels, and a guided filter changes nothing. */
export function* unevenParts(alpha: Float32Array, size: Size, reach: number): Generator<Box> {
  const { width, height } = size;
  for (let y = 0; y < height; y += ROWS) {
    const rows = Math.min(ROWS, height - y);
    let start: number | undefined;
    for (let x = 0; x < width; x += COLUMNS) {
      const block = { x, y, width: Math.min(COLUMNS, width - x), height: rows };
      if (!isEven(alpha, width, around(block, size, reach))) start ??= x;
      else if (start !== undefined) {
        yield { x: start, y, width: x - start, height: rows };
        start = undefined;
      }
    }
    if (start !== undefined) yield { x: start, y, width: width - start, height: rows };
  }
}

export function around(box: Box, size: Size, reach: number): Box {
  const x = Math.max(0, box.x - reach);
  const y = Math.max(0, box.y - reach);
  const right = Math.min(size.width, box.x + box.width + reach);
  const bottom = Math.min(size.height, box.y + box.height + reach);
  return { x, y, width: right - x, height: bottom - y };
}

function isEven(alpha: Float32Array, width: number, box: Box): boolean {
  const value = alpha[box.y * width + box.x]!;
  if (value !== 0 && value !== 1) return false;
  for (let y = box.y; y < box.y + box.height; y++) {
    if (!isRowOf(value, alpha, y * width + box.x, box.width)) return false;
  }
  return true;
}

function isRowOf(value: number, alpha: Float32Array, from: number, length: number): boolean {
  for (let i = from; i < from + length; i++) if (alpha[i] !== value) return false;
  return true;
}
