import type { Size } from '../pixels/raster.ts';

/** Planes of red, green and blue, 0..1, read near the matte's edges only. */
export interface LocalColours extends Size {
  readonly subject: Float32Array;
  readonly ground: Float32Array;
}

/** Pixels, at a longest side of 1,000. */
export const WIDE_RADIUS = 90;
export const NARROW_RADIUS = 6;

/** Pixels. */
export const WIDE_CELL = 4;

/** Least share of a window that yields a colour. */
export const NOTHING = 1e-6;
