import type { Pixels, Size } from '@clearcut/scene/raster';
import { cutOut } from '../cut-out/cut-out.ts';
import type { ColourEstimate } from '../cut-out/blur-fusion.ts';
import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import { mattes, originals } from '../pixels/decode-once.ts';
import { UnreadableImageError } from '../pixels/decode.ts';
import type { Raster } from '../pixels/raster.ts';
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
  encoded: EncodedMatte,
  frame: Size,
  space: Workspace,
  estimate?: ColourEstimate,
): Promise<Pixels> {
  using own = new Workspace();
  const { image, matte } = await decodeBoth(original, encoded, frame, own);
  return await cutOut(image, matte, space, estimate);
}

/**
 * @param original encoded
 * @returns original and matte, both at full size
 * @throws UnreadableImageError
 */
export async function decodeBoth(
  original: Uint8Array,
  { encoded, isRefined }: EncodedMatte,
  frame: Size,
  space: Workspace,
): Promise<{ readonly image: Raster; readonly matte: Uint8Array }> {
  const [image, matte] = await allSettled([originals.decode(original, space), mattes.decode(encoded, space)]);
  // If upload and decoder disagreed on orientation, a squashed file would be charged.
  if (image.width !== frame.width || image.height !== frame.height) {
    throw new UnreadableImageError(
      `The picture is ${image.width} x ${image.height} pixels, and its frame ${frame.width} x ${frame.height}`,
    );
  }
  const { width, height, data } = matte;
  if (isRefined) return { image, matte: data };
  return { image, matte: stretchedMatte({ width, height, alpha: fromBytes(data, space) }, image, space) };
}
