import type { Size } from '../pixels/raster.ts';

/** 8 bits, one value per pixel. */
export interface StoredMatte extends Size {
  readonly data: Uint8Array;
}
