import { compose } from '@clearcut/scene/compose';
import { hdScale } from '@clearcut/scene/geometry';
import type { Pixels, Size } from '@clearcut/scene/raster';
import { fromBytes, stretch, toBytes } from '../planes/alpha.ts';
import { RENDERER } from '@clearcut/schemas/transaction/save-events';
import { cutOut } from '../cut-out/cut-out.ts';
import { COLOUR_ESTIMATES, type ColourEstimate } from '../cut-out/foreground.ts';
import { resample } from '../planes/resample.ts';
import { mattes, originals } from '../pixels/decode-once.ts';
import { decodePixels, UnreadableImageError } from '../pixels/decode.ts';
import { encodeEdited, type EncodedImage } from '../pixels/encode.ts';
import { applyMasks, decodeBackground, needsOriginal, type EncodedScene } from './scene-pictures.ts';

export interface EncodedMatte {
  readonly encoded: Uint8Array;
  /** A refined matte has the original's size. The model's own may have any. */
  readonly isRefined: boolean;
}

/**
 * The HD file: what the preview shows, of the original's own pixels.
 * @param original encoded, as uploaded
 * @param version of the renderer; the current one where it is left out
 * @throws UnreadableImageError, UnreadableEditError
 */
export async function renderHd(
  scene: EncodedScene,
  original: Uint8Array,
  matte: EncodedMatte,
  version: keyof typeof COLOUR_ESTIMATES = RENDERER.version,
): Promise<EncodedImage> {
  const { frame, settings } = scene;
  const scale = hdScale(settings.position, frame);
  const edited = await cutOutFull(original, matte, frame, COLOUR_ESTIMATES[version]);
  // Decoded a second time, because few scenes need it and it is as large as the cut-out.
  const photo = needsOriginal(scene) ? await decodePixels(original) : null;
  await applyMasks(edited, scene, photo);
  const background = await decodeBackground(scene, scale);
  return encodeEdited(compose({ frame, settings, scale, cutOut: edited, original: photo, background }));
}

async function cutOutFull(
  original: Uint8Array,
  { encoded, isRefined }: EncodedMatte,
  frame: Size,
  estimate: ColourEstimate,
): Promise<Pixels> {
  const image = await originals.decode(original);
  // If upload and decoder disagreed on the orientation, the file would be squashed into the frame, and charged.
  if (image.width !== frame.width || image.height !== frame.height) {
    throw new UnreadableImageError(
      `The picture is ${image.width} x ${image.height} pixels, and its frame ${frame.width} x ${frame.height}`,
    );
  }
  const matte = await mattes.decode(encoded);
  return cutOut(image, isRefined ? matte.data : stretched(matte, image), estimate);
}

/** The model's matte at the picture's size, its contrast stretched as that of the preview is. */
function stretched(coarse: Size & { readonly data: Uint8Array }, to: Size): Uint8Array {
  return toBytes(resample(fromBytes(coarse.data), coarse, to).map(stretch));
}
