import type { Pixels, Size } from '@clearcut/scene/raster';
import { cutOut } from '../cut-out/cut-out.ts';
import type { ColourEstimate } from '../cut-out/blur-fusion.ts';
import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import { mattes, originals } from '../pixels/decode-once.ts';
import { UnreadableImageError } from '../pixels/decode.ts';
import { fromBytes } from '../planes/alpha.ts';
import { allSettled } from '../memory/all-settled.ts';
import { Workspace } from '../memory/workspace.ts';

export interface EncodedMatte {
  readonly encoded: Uint8Array;
  /** Has the original's size. */
  readonly isRefined: boolean;
}

/**
 * Before edits.
 * @param original encoded
 * @param estimate default: the current one
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
  const [image, matte] = await allSettled([originals.decode(original, own), mattes.decode(encoded, own)]);
  // If upload and decoder disagreed on orientation, a squashed file would be charged.
  if (image.width !== frame.width || image.height !== frame.height) {
    throw new UnreadableImageError(
      `The picture is ${image.width} x ${image.height} pixels, and its frame ${frame.width} x ${frame.height}`,
    );
  }
  const { width, height, data } = matte;
  const full = isRefined ? data : stretchedMatte({ width, height, alpha: fromBytes(data, own) }, image, own);
  return await cutOut(image, full, space, estimate);
}
