import { largest } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { decodePart, resizePart } from '../pixels/decode.ts';
import { scaled, type Box, type Raster, type Size } from '../pixels/raster.ts';

/** A matte of the whole picture, at a size of its own. */
export interface CoarseMatte extends Size {
  readonly alpha: Float32Array;
}

export interface Picture {
  readonly bytes: Uint8Array;
  /** Of the original as a person sees it. */
  readonly size: Size;
  /** The whole picture as the model wants it. */
  readonly modelInput: Raster;
}

/** What makes a matte of pixels: a model, or what does without one. */
export type Eye = Pick<Model, 'inputSize' | 'infer'>;

/** A part of the picture, decoded. */
export interface View {
  readonly box: Box;
  readonly raster: Raster;
}

/** A matte that is empty outside of `inside`, in its own pixels. */
export interface PartialMatte extends CoarseMatte {
  readonly inside: Box;
}

/** A part is decoded up to so many times the model's input, which is what its halves need. */
const VIEW_DETAIL = 2;
/** Longest side of a matte made of a part of the picture. */
const MAX_SIDE = 1024;

/** A matte in which the model sees a subject. */
export const seen = <Matte extends CoarseMatte>(matte: Matte, { noSubjectBelow }: Model): Matte | undefined =>
  largest(matte.alpha) < noSubjectBelow ? undefined : matte;

/** The picture's part as an eye sees it when it looks at nothing else. */
export const lookAt = async (picture: Picture, part: Box, eye: Eye): Promise<PartialMatte> =>
  matteOfPart(picture, await decodeView(picture, part, eye), part, eye);

/** The part, as large as the eye can make use of. */
export async function decodeView({ bytes }: Picture, box: Box, { inputSize }: Eye): Promise<View> {
  const detail = VIEW_DETAIL * Math.max(inputSize.width / box.width, inputSize.height / box.height);
  return { box, raster: await decodePart(bytes, box, scaled(box, detail)) };
}

/** Where the part of the picture lies among the view's own pixels. */
function partOf({ box, raster }: View, part: Box): Box {
  const [across, down] = [raster.width / box.width, raster.height / box.height];
  const x = Math.min(raster.width - 1, Math.round((part.x - box.x) * across));
  const y = Math.min(raster.height - 1, Math.round((part.y - box.y) * down));
  return {
    x,
    y,
    width: Math.max(1, Math.min(raster.width, Math.round((part.x + part.width - box.x) * across)) - x),
    height: Math.max(1, Math.min(raster.height, Math.round((part.y + part.height - box.y) * down)) - y),
  };
}

/**
 * What an eye makes of a part of the picture, laid into an empty matte of the whole, and where it lies there; the part keeps the
 * detail that the eye gave it.
 */
export async function matteOfPart({ size }: Picture, view: View, part: Box, eye: Eye): Promise<PartialMatte> {
  const { inputSize } = eye;
  const raw = await eye.infer(await resizePart(view.raster, partOf(view, part), inputSize));
  const detail = Math.max(inputSize.width / part.width, inputSize.height / part.height);
  const { width, height } = scaled(size, Math.min(detail, MAX_SIDE / Math.max(size.width, size.height)));
  // A matte far smaller than its picture has a pixel for what lies at the far border too.
  const left = Math.min(width - 1, Math.round((part.x * width) / size.width));
  const top = Math.min(height - 1, Math.round((part.y * height) / size.height));
  const right = Math.max(left + 1, Math.round(((part.x + part.width) * width) / size.width));
  const bottom = Math.max(top + 1, Math.round(((part.y + part.height) * height) / size.height));
  const inner = { width: right - left, height: bottom - top };
  const fitted = resample(raw, inputSize, inner);
  const alpha = new Float32Array(width * height);
  for (let y = 0; y < inner.height; y++) {
    alpha.set(fitted.subarray(y * inner.width, (y + 1) * inner.width), (top + y) * width + left);
  }
  return { width, height, alpha, inside: { x: left, y: top, ...inner } };
}

/** Visits the matte's pixels where the model has looked. */
export function forEachInside(
  { inside, width }: PartialMatte,
  visit: (index: number, x: number, y: number) => void,
): void {
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    for (let x = inside.x; x < inside.x + inside.width; x++) visit(y * width + x, x, y);
  }
}
