import type { Workspace } from '../memory/workspace.ts';
import type { Raster, Size } from '../pixels/raster.ts';

/** Planes of red, green and blue, 0..1, read near the matte's edges only. */
export interface LocalColours extends Size {
  readonly subject: Float32Array;
  readonly ground: Float32Array;
}

/** `side`: longest side on which local colours are estimated; they are smooth, so larger pictures interpolate. */
export interface ColourEstimate {
  readonly side: number;
  readonly localColours: (image: Raster, alpha: Float32Array, space: Workspace) => Promise<LocalColours>;
}

/** Pixels, at a longest side of 1,000. */
export const WIDE_RADIUS = 90;
export const NARROW_RADIUS = 6;

/** Pixels. */
export const WIDE_CELL = 4;

/** Least share of a window that yields a colour. */
export const NOTHING = 1e-6;
