import type { Size } from '../pixels/raster.ts';

/** A model's matte, 8 bits, one value a pixel. */
export interface CoarseMatte extends Size {
  readonly data: Uint8Array;
}
