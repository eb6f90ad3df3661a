import type { Size } from '../pixels/raster.ts';

/** 8 bits a pixel. */
export interface StoredMatte extends Size {
  readonly data: Uint8Array;
}
