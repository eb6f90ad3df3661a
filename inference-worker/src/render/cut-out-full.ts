import type { Pixels, Size } from '@clearcut/scene/raster';
import { cutOut } from '../cut-out/cut-out.ts';
import type { ColourEstimate } from '../cut-out/foreground.ts';
import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import { mattes, originals } from '../pixels/decode-once.ts';
import { UnreadableImageError } from '../pixels/decode.ts';
import { fromBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';

export interface EncodedMatte {
  readonly encoded: Uint8Array;
  /** A refined matte has the original's size; the model's may have any. */
  readonly isRefined: boolean;
}

/**
 * The cut-out at the original's size, before edits.
 * @param original encoded, as uploaded
 * @param estimate the current one if left out
 * @throws UnreadableImageError
 */
export async function cutOutFull(
  original: Uint8Array,
  { encoded, isRefined }: EncodedMatte,
  frame: Size,
  space: Workspace,
  estimate?: ColourEstimate,
): Promise<Pixels> {
  using own = new Workspace();
  const image = await originals.decode(original, own);
  // If upload and decoder disagreed on the orientation, the file would be squashed into the frame, and charged.
  if (image.width !== frame.width || image.height !== frame.height) {
    throw new UnreadableImageError(
      `The picture is ${image.width} x ${image.height} pixels, and its frame ${frame.width} x ${frame.height}`,
    );
  }
  const matte = await mattes.decode(encoded, own);
  const { width, height, data } = matte;
  const full = isRefined ? data : stretchedMatte({ width, height, alpha: fromBytes(data, own) }, image, own);
  return await cutOut(image, full, space, estimate);
}
