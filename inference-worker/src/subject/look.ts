import { largest } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { decodePart } from '../pixels/decode.ts';
import { scaled, type Box, type Raster, type Size } from '../pixels/raster.ts';

export interface CoarseMatte extends Size {
  readonly alpha: Float32Array;
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly size: Size;
  readonly modelInput: Raster;
}

export type MatteSource = Pick<Model, 'inputSize' | 'infer'>;

/** Empty outside `inside`, which is in its own pixels. */
export interface PartialMatte extends CoarseMatte {
  readonly inside: Box;
}

const MAX_SIDE = 1024;

export const seen = <Matte extends CoarseMatte>(matte: Matte, { noSubjectBelow }: Model): Matte | undefined =>
  largest(matte.alpha) < noSubjectBelow ? undefined : matte;

/** Returns the part's matte placed in an empty matte of the whole. */
export async function lookAt({ bytes, size }: Picture, part: Box, source: MatteSource): Promise<PartialMatte> {
  const { inputSize } = source;
  using space = new Workspace();
  const raw = await source.infer(await decodePart(bytes, part, inputSize, space));
  const detail = Math.max(inputSize.width / part.width, inputSize.height / part.height);
  const { width, height } = scaled(size, Math.min(detail, MAX_SIDE / Math.max(size.width, size.height)));
  // Clamps: a far smaller matte has a pixel for the far border too.
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

function* rowsInside({ inside, width }: PartialMatte): Generator<{ readonly start: number; readonly end: number }> {
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    const start = y * width + inside.x;
    yield { start, end: start + inside.width };
  }
}

/** At the part's resolution. */
export function blend(whole: CoarseMatte, part: PartialMatte, weight: number): CoarseMatte {
  using space = new Workspace();
  const alpha = resample(whole.alpha, whole, part, space).slice();
  for (const { start, end } of rowsInside(part)) {
    for (let i = start; i < end; i++) alpha[i]! += weight * (part.alpha[i]! - alpha[i]!);
  }
  return { width: part.width, height: part.height, alpha };
}
