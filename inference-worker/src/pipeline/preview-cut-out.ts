import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { stretch, toBytes } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { decodePreview } from '../pixels/decode.ts';
import type { Raster, Size } from '../pixels/raster.ts';
import { findMatte } from '../subject/find-matte.ts';
import { encodeCutOut, encodeMatte, encodePreview, type EncodedImage } from '../pixels/encode.ts';

export type PreviewCutOut = { /** Of the picture as a person sees it. */ readonly size: Size } & (
  | { readonly subjectFound: false }
  | {
      readonly subjectFound: true;
      /** The model saw no subject for certain. */
      readonly isGuess: boolean;
      readonly resized: EncodedImage;
      readonly coarseMatte: EncodedImage;
      readonly transformed: EncodedImage;
    }
);

/**
 * The first cut-out, from encoded bytes to encoded bytes: all the pixel work between an upload and the first thing there is
 * to show, and nothing else, so that it can be timed by itself.
 * @throws UnreadableImageError
 */
export async function previewCutOut(
  bytes: Uint8Array,
  subject: SubjectChoice,
  model: Model,
  compute: { cutOut(image: Raster, matte: Uint8Array): Promise<Raster> },
): Promise<PreviewCutOut> {
  const { preview, modelInput, size } = await decodePreview(bytes, model.inputSize);
  const found = await findMatte({ bytes, size, modelInput }, subject, model);
  if (found === undefined) return { size, subjectFound: false };
  const { matte, isGuess } = found;
  const [transformed, resized, coarseMatte] = await Promise.all([
    compute.cutOut(preview, toBytes(resample(matte.alpha, matte, preview).map(stretch))).then(encodeCutOut),
    encodePreview(preview),
    encodeMatte(toBytes(matte.alpha), matte),
  ]);
  return { size, subjectFound: true, isGuess, resized, coarseMatte, transformed };
}
