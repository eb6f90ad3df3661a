import { encodeRegions } from '@clearcut/scene/regions';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { decodeFull, decodeGrey, flattenOntoWhite, resize, resizeGrey } from '../pixels/decode.ts';
import { encodeCutOut, encodeLabels, encodeMatte, type EncodedImage } from '../pixels/encode.ts';
import { fitInside } from '../pixels/raster.ts';
import { mapRegions } from '../regions/region-map.ts';
import { fromBytes } from '../planes/alpha.ts';
import { cutOut } from '../cut-out/cut-out.ts';
import { guidedCoefficients } from './closed-form/guided-filter.ts';
import { applyGuided } from './closed-form/guided-upsampling.ts';
import { atScale, workingMatte, WORKING_SIDE } from './closed-form/working-matte.ts';

/**
 * What made a refined matte: see `working-matte.ts`; its local linear functions of the colour then give each pixel of the
 * original its alpha. A change of method, radius, epsilon or working size is a new version.
 */
export const REFINEMENT = { method: 'closed-form', version: 2 } as const;

/** Window of the functions of colour that carry the matte to the original's size: as narrow as the matting's own. */
const CARRY_RADIUS = 2;
const CARRY_EPSILON = 1e-5;

export interface Refined {
  /** Preview cut-out (longest side PREVIEW_MAX_SIDE). */
  readonly improved: EncodedImage;
  /** The matte alone, at full resolution, of the picture as it lies on white. */
  readonly matte: EncodedImage;
  /** Which pixels of the preview belong together: see `scene/src/regions.ts`. */
  readonly regions: EncodedImage;
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
  const alpha = workingMatte(guide, fromBytes(coarse.data), coarse);
  const matte = applyGuided(image, guidedCoefficients(guide, alpha, atScale(CARRY_RADIUS, guide), CARRY_EPSILON));

  const preview = await resize(image, fitInside(image, PREVIEW_MAX_SIDE));
  const matteOfPreview = await resizeGrey(matte, image, preview);
  return {
    improved: await encodeCutOut(await cutOut(preview, matteOfPreview)),
    matte: await encodeMatte(matte, image),
    regions: await encodeLabels(encodeRegions(mapRegions(await flattenOntoWhite(preview), fromBytes(matteOfPreview)))),
  };
}
