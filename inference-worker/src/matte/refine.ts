import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { decodeFull, decodeGrey, flattenOntoWhite, resize } from '../pixels/decode.ts';
import { encodeCutOut, encodeMatte, type EncodedImage } from '../pixels/encode.ts';
import { fitInside } from '../pixels/raster.ts';
import { openGrey } from '../pixels/sharp.ts';
import { fromBytes } from './alpha.ts';
import { cutOut } from './cut-out.ts';
import { guidedCoefficients } from './guided-filter.ts';
import { applyGuided } from './guided-upsampling.ts';
import { resample } from './resample.ts';

/**
 * What made a refined matte: two passes of the guided filter, each followed by the contrast stretch. On nine composites of known alpha the error
 * around the edge is 18 % below cubic upsampling's with a salient-object model, and 73 % with a blurred copy of the truth.
 * A change of method, radius, epsilon or working size is a new version.
 */
export const REFINEMENT = { method: 'guided-filter', version: 1 } as const;

/** Longest side at which coefficients are found. The model's matte holds no finer detail, and memory grows with its square. */
const WORKING_SIDE = 1024;
/** Windows of the two passes at that side, in pixels. The second starts from an edge that already lies almost right. */
const WIDE_RADIUS = 8;
const NARROW_RADIUS = 4;
const EPSILON = 1e-4;

export interface Refined {
  /** Preview cut-out (longest side PREVIEW_MAX_SIDE). */
  readonly improved: EncodedImage;
  /** The matte alone, at full resolution; the picture's own alpha is not in it. */
  readonly matte: EncodedImage;
}

/**
 * Full-resolution matte from the model's small one, and a better preview made of it. The same bytes in give the same bytes out.
 * @param original encoded, as uploaded.
 * @param coarseMatte PNG of the model's matte.
 * @throws UnreadableImageError
 */
export async function refine(original: Uint8Array, coarseMatte: Uint8Array): Promise<Refined> {
  const image = await decodeFull(original);
  const coarse = await decodeGrey(coarseMatte);
  const guide = await flattenOntoWhite(await resize(image, fitInside(image, WORKING_SIDE)));
  const scale = Math.max(guide.width, guide.height) / WORKING_SIDE;
  const radius = (atWorkingSide: number): number => Math.max(1, Math.round(atWorkingSide * scale));
  const blurred = resample(fromBytes(coarse.data), coarse, guide);
  const sharper = fromBytes(applyGuided(guide, guidedCoefficients(guide, blurred, radius(WIDE_RADIUS), EPSILON)));
  const matte = applyGuided(image, guidedCoefficients(guide, sharper, radius(NARROW_RADIUS), EPSILON));

  const preview = await resize(image, fitInside(image, PREVIEW_MAX_SIDE));
  const previewAlpha = await openGrey(matte, image)
    .resize(preview.width, preview.height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return {
    improved: await encodeCutOut(cutOut(preview, fromBytes(previewAlpha))),
    matte: await encodeMatte(matte, image),
  };
}
