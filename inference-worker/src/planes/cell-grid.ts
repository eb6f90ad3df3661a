import type { Size } from '../pixels/raster.ts';
import { between, mix } from './interpolate.ts';

export interface CellGrid extends Size {
  readonly pixels: Int32Array;
  sum(plane: Float32Array, cells: Float32Array): void;
  read(cells: Float32Array): Float32Array;
}

export function cellGrid(size: Size, cell: number, pixels: Int32Array): CellGrid {
  if (cell === 1) {
    return {
      width: size.width,
      height: size.height,
      pixels,
      sum: (plane, cells) => cells.set(plane),
      read: (cells) => Float32Array.from(pixels, (i) => cells[i]!),
    };
  }
  const width = Math.ceil(size.width / cell);
  const height = Math.ceil(size.height / cell);
  const columnOf = Int32Array.from({ length: size.width }, (_, x) => Math.floor(x / cell));
  const across = between(width, size.width, cell);
  const down = between(height, size.height, cell);
  return {
    width,
    height,
    pixels,
    sum(plane, cells) {
      cells.fill(0);
      for (let y = 0; y < size.height; y++) {
        const cellRow = Math.floor(y / cell) * width;
        const row = y * size.width;
        for (let x = 0; x < size.width; x++) cells[cellRow + columnOf[x]!]! += plane[row + x]!;
      }
    },
    read(cells) {
      const values = new Float32Array(pixels.length);
      for (let n = 0; n < pixels.length; n++) {
        const y = Math.floor(pixels[n]! / size.width);
        const x = pixels[n]! - y * size.width;
        const left = across.low[x]!;
        const right = across.high[x]!;
        const upper = down.low[y]! * width;
        const lower = down.high[y]! * width;
        const above = mix(cells[upper + left]!, cells[upper + right]!, across.share[x]!);
        const below = mix(cells[lower + left]!, cells[lower + right]!, across.share[x]!);
        values[n] = mix(above, below, down.share[y]!);
      }
      return values;
    },
  };
}
