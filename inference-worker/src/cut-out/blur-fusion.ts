import type { Size } from '../pixels/raster.ts';

/**
 * Colours of subject and ground around each pixel: planes of red, green and blue, 0..1. Read near the matte's edges
 * only.
 */
export interface LocalColours extends Size {
  readonly subject: Float32Array;
  readonly ground: Float32Array;
}

/** Pixels, for a picture whose longest side is 1,000. */
export const WIDE_RADIUS = 90;
export const NARROW_RADIUS = 6;

/** Pixels. The wide window needs no finer steps: they change nothing visible. */
export const WIDE_CELL = 4;

/** A window with a smaller share of subject (or ground) yields no colour for it. */
export const NOTHING = 1e-6;
