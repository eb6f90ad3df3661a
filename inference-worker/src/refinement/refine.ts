import { encodeRegions } from '@clearcut/scene/regions';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { RENDERER } from '@clearcut/schemas/transaction/scene/constants';
import { cutOut } from '../cut-out/cut-out.ts';
import { COLOUR_ESTIMATES, type RendererVersion } from '../cut-out/foreground.ts';
import { shareColours } from '../cut-out/shared-colours.ts';
import { allSettled } from '../memory/all-settled.ts';
import { mattes, originals } from '../pixels/decode-once.ts';
import { decodeGrey, flattenOntoWhite, resize, resizeGrey } from '../pixels/decode.ts';
import { encodeCutOut, encodeLabels, encodeMatte, type EncodedImage } from '../pixels/encode.ts';
import { fitInside } from '../pixels/raster.ts';
import { fromBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { mapRegions } from '../regions/region-map.ts';
import { rememberPreview } from '../render/refuse-lost.ts';
import { fullMatte, type RefinementVersion } from './versions.ts';

export interface Refined {
  readonly improved: EncodedImage;
  /** Full resolution, of the picture on white. */
  readonly matte: EncodedImage;
  /** Label map: see `scene/src/regions.ts`. */
  readonly regions: EncodedImage;
}

/**
 * Deterministic.
 * @param original encoded
 * @param coarseMatte PNG
 * @throws UnreadableImageError
 */
export async function refine(
  original: Uint8Array,
  coarseMatte: Uint8Array,
  version?: RefinementVersion,
  renderer: RendererVersion = RENDERER.version,
): Promise<Refined> {
  using space = new Workspace();
  const image = await originals.decode(original, space, true);
  const coarse = await decodeGrey(coarseMatte);
  const [matte, preview] = await allSettled([
    fullMatte(image, coarse, version),
    resize(image, fitInside(image, PREVIEW_MAX_SIDE), space),
  ]);
  const matteOfPreview = await resizeGrey(matte, image, preview, space);
  const estimate = COLOUR_ESTIMATES[renderer];
  await shareColours({ image, matte }, { image: preview, matte: matteOfPreview }, estimate);
  const cut = await cutOut(preview, matteOfPreview, space, estimate);
  const opaque = await flattenOntoWhite(preview, space);
  const labelled = { width: preview.width, height: preview.height, data: space.bytes(matteOfPreview.length * 4) };
  // Encoders have their own threads.
  const [improved, encodedMatte, regions] = await allSettled([
    encodeCutOut(cut),
    encodeMatte(matte, image),
    encodeLabels(encodeRegions(mapRegions(opaque, fromBytes(matteOfPreview, space), space), labelled)),
  ]);
  rememberPreview(improved.data, cut);
  mattes.keep(encodedMatte.data, { width: image.width, height: image.height, data: matte }, space);
  return { improved, matte: encodedMatte, regions };
}
