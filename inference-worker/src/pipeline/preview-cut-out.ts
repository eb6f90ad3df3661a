import type { ComputeThread } from '../compute/compute.ts';
import { largest, stretch, toBytes } from '../matte/alpha.ts';
import { resample } from '../matte/resample.ts';
import type { Model } from '../models/model.ts';
import { decodePreview } from '../pixels/decode.ts';
import { encodeCutOut, encodeMatte, encodePreview, type EncodedImage } from '../pixels/encode.ts';

export type PreviewCutOut =
  | { readonly subjectFound: false }
  | {
      readonly subjectFound: true;
      readonly resized: EncodedImage;
      readonly coarseMatte: EncodedImage;
      readonly transformed: EncodedImage;
    };

/**
 * The first cut-out, from encoded bytes to encoded bytes: all the pixel work between an upload and the first thing there is
 * to show, and nothing else, so that it can be timed by itself.
 * @throws UnreadableImageError
 */
export async function previewCutOut(
  bytes: Uint8Array,
  model: Model,
  compute: Pick<ComputeThread, 'cutOut'>,
): Promise<PreviewCutOut> {
  const { preview, modelInput } = await decodePreview(bytes, model.inputSize);
  const raw = await model.infer(modelInput);
  if (largest(raw) < model.noSubjectBelow) return { subjectFound: false };
  const [transformed, resized, coarseMatte] = await Promise.all([
    compute.cutOut(preview, resample(raw, model.inputSize, preview).map(stretch)).then(encodeCutOut),
    encodePreview(preview),
    encodeMatte(toBytes(raw), model.inputSize),
  ]);
  return { subjectFound: true, resized, coarseMatte, transformed };
}
