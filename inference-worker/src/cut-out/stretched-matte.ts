import { stretch } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import type { Size } from '../pixels/raster.ts';
import type { CoarseMatte } from '../subject/looks.ts';

/** The model's matte at another size, its contrast stretched, 8 bits, one value a pixel: what is cut out by until there is a refined one. */
export function stretchedMatte(coarse: CoarseMatte, to: Size): Uint8Array {
  const alpha = resample(coarse.alpha, coarse, to);
  const bytes = new Uint8Array(alpha.length);
  for (let y = 0; y < to.height; y++) stretchRow(alpha, y * to.width, to.width, bytes);
  return bytes;
}

function stretchRow(alpha: Float32Array, first: number, width: number, bytes: Uint8Array): void {
  // Rounded to 32 bits first: 8 bits of the number as it is would differ by one here and there from the mattes of before.
  for (let i = first; i < first + width; i++) bytes[i] = Math.round(Math.fround(stretch(alpha[i]!)) * 255);
}
