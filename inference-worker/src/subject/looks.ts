import { largest } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { decodePart } from '../pixels/decode.ts';
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

/** A matte that is empty outside of `inside`, in its own pixels. */
export interface PartialMatte extends CoarseMatte {
  readonly inside: Box;
}

/** Longest side of a matte made of a part of the picture. */
const MAX_SIDE = 1024;

/** A matte in which the model sees a subject. */
export const seen = <Matte extends CoarseMatte>(matte: Matte, { noSubjectBelow }: Model): Matte | undefined =>
  largest(matte.alpha) < noSubjectBelow ? undefined : matte;

/**
 * What an eye makes of a part of the picture when it looks at nothing else, laid into an empty matte of the whole, and where it lies
 * there; the part keeps the detail that the eye gave it.
 */
export async function lookAt({ bytes, size }: Picture, part: Box, eye: Eye): Promise<PartialMatte> {
  const { inputSize } = eye;
  using space = new Workspace();
  const raw = await eye.infer(await decodePart(bytes, part, inputSize, space));
  const detail = Math.max(inputSize.width / part.width, inputSize.height / part.height);
  const { width, height } = scaled(size, Math.min(detail, MAX_SIDE / Math.max(size.width, size.height)));
  // A matte far smaller than its picture has a pixel for what lies at the far border too.
  const left = Math.min(width - 1, Math.round((part.x * width) / size.width));
  const top = Math.min(height - 1, Math.round((part.y * height) / size.height));
  const right = Math.max(left + 1, Math.round(((part.x + part.width) * width) / size.width));
  const bottom = Math.max(top + 1, Math.round(((part.y + part.height) * height) / size.height));
  const inner = { width: right - left, height: bottom - top };
  const fitted = resample(raw, inputSize, inner, space);
  const alpha = new Float32Array(width * height);
  for (let y = 0; y < inner.height; y++) {
    alpha.set(fitted.subarray(y * inner.width, (y + 1) * inner.width), (top + y) * width + left);
  }
  return { width, height, alpha, inside: { x: left, y: top, ...inner } };
}

/** The matte's rows where the model has looked: where each begins and ends. */
export function* rowsInside({
  inside,
  width,
}: PartialMatte): Generator<{ readonly start: number; readonly end: number }> {
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    const start = y * width + inside.x;
    yield { start, end: start + inside.width };
  }
}
