import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { toBytes } from '../planes/alpha.ts';
import type { Model } from '../models/model.ts';
import { Workspace } from '../memory/workspace.ts';
import { allSettled } from '../memory/all-settled.ts';
import { decodePreview } from '../pixels/decode.ts';
import type { Raster, Size } from '../pixels/raster.ts';
import { findMatte, type FoundMatte } from '../subject/find-matte.ts';
import type { CoarseMatte } from '../subject/look.ts';
import { encodeMatte, encodePreview, type EncodedImage } from '../pixels/encode.ts';

export type PreviewCutOut = { /** Upright. */ readonly size: Size } & (
  | { readonly subjectFound: false }
  | {
      readonly subjectFound: true;
      readonly isGuess: boolean;
      readonly resized: EncodedImage;
      readonly coarseMatte: EncodedImage;
      readonly transformed: EncodedImage;
    }
);

/**
 * All pixel work between upload and first result, so that it can be timed.
 * @throws UnreadableImageError
 */
export async function previewCutOut(
  bytes: Uint8Array,
  subject: SubjectChoice,
  model: Model,
  compute: { cutOut(image: Raster, matte: CoarseMatte): Promise<EncodedImage> },
): Promise<PreviewCutOut> {
  using space = new Workspace();
  const { preview, size, found } = await lookAtPicture(bytes, subject, model, space);
  if (found === undefined) return { size, subjectFound: false };
  const { matte, isGuess } = found;
  const [transformed, resized, coarseMatte] = await allSettled([
    compute.cutOut(preview, matte),
    encodePreview(preview),
    encodeCoarse(matte),
  ]);
  return { size, subjectFound: true, isGuess, resized, coarseMatte, transformed };
}

/** @throws UnreadableImageError */
export async function lookAtPicture(
  bytes: Uint8Array,
  subject: SubjectChoice,
  model: Model,
  space: Workspace,
): Promise<{ readonly preview: Raster; readonly size: Size; readonly found: FoundMatte | undefined }> {
  const { preview, modelInput, size } = await decodePreview(bytes, model.inputSize, space);
  return { preview, size, found: await findMatte({ bytes, size, modelInput }, subject, model) };
}

export const encodeCoarse = (matte: CoarseMatte): Promise<EncodedImage> => encodeMatte(toBytes(matte.alpha), matte);
