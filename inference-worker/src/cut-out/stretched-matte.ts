import { stretch } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { resample } from '../planes/resample.ts';
import type { Size } from '../pixels/raster.ts';
import type { CoarseMatte } from '../subject/look.ts';

/** Stands in until there is a refined matte: resized, contrast-stretched, 8 bits. */
export function stretchedMatte(coarse: CoarseMatte, to: Size, space: Workspace): Uint8Array {
  using own = new Workspace();
  const alpha = resample(coarse.alpha, coarse, to, own);
  const bytes = space.bytes(alpha.length);
  for (let y = 0; y < to.height; y++) stretchRow(alpha, y * to.width, to.width, bytes);
  return bytes;
}

function stretchRow(alpha: Float32Array, first: number, width: number, bytes: Uint8Array): void {
  // Rounds to 32 bits first, as earlier mattes were.
  for (let i = first; i < first + width; i++) bytes[i] = Math.round(Math.fround(stretch(alpha[i]!)) * 255);
}
