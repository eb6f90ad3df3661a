import type { Size } from '../pixels/raster.ts';

/** What subject and ground look like around each pixel: planes of red, green and blue, 0..1. Read near the matte's edges only. */
export interface LocalColours extends Size {
  readonly subject: Float32Array;
  readonly ground: Float32Array;
}

/** Radii of the two passes, for a picture whose longest side is 1,000 pixels. */
export const WIDE_RADIUS = 90;
export const NARROW_RADIUS = 6;

/** The wide pass works on squares of this side: its window is so wide that finer steps change nothing visible. */
export const WIDE_CELL = 4;

/** A window that holds less than this share of subject (or of background) has no colour of it to give. */
export const NOTHING = 1e-6;
