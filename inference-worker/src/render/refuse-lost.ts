import { createHash } from 'node:crypto';
import type { Pixels, Size } from '@clearcut/scene/raster';
import { decodePixels } from '../pixels/decode.ts';

/** A save without the subject costs no credit. */
export class LostSubjectError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LostSubjectError';
  }
}

/** Maximum alpha of an empty picture. */
const FAINT = 127;

/** Fewer opaque pixels show nothing, but in a picture that is as small. */
const MIN_OPAQUE = 16;

/** RGBA, or alpha alone. */
export interface Shown extends Size {
  readonly data: Uint8Array | Pixels['data'];
  readonly channels?: 1 | 4;
}

/** @throws LostSubjectError */
export function refuseEmpty({ data, channels = 4 }: Shown): void {
  let missing = Math.min(MIN_OPAQUE, Math.ceil(data.length / channels / 4));
  for (let i = channels - 1; i < data.length; i += channels) {
    if (data[i]! > FAINT) missing -= 1;
    if (missing === 0) return;
  }
  throw new LostSubjectError('The cut-out is empty');
}

const FIELDS = 16;
const MAX_ROWS = 1024;
/** Mean difference of opacity, 0..1. */
const FAR = 0.1;

/** By digest, oldest first. */
const known = new Map<string, readonly number[]>();
const KNOWN = 16;

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** @param preview lossless, of `cutOut` */
export function rememberPreview(preview: Uint8Array, cutOut: Shown): void {
  known.set(digestOf(preview), opacities(cutOut));
  const [oldest] = known.keys();
  if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
}

/**
 * Refuses a cut-out unlike the preview that the customer saw.
 * @throws LostSubjectError
 */
export async function refuseMismatch(cutOut: Shown, preview: Uint8Array): Promise<void> {
  const other = known.get(digestOf(preview)) ?? opacities(await decodePixels(preview));
  const one = opacities(cutOut);
  const difference = one.reduce((sum, value, n) => sum + Math.abs(value - other[n]!), 0) / one.length;
  if (difference > FAR) throw new LostSubjectError(`The cut-out differs from its preview by ${difference.toFixed(2)}`);
}

/** 0..1 for each field. */
function opacities(picture: Shown): number[] {
  const { width, height } = picture;
  const starts = startsOf(width);
  const sums = new Float64Array(FIELDS * FIELDS);
  const counts = new Float64Array(FIELDS * FIELDS);
  const step = Math.max(1, Math.floor(height / MAX_ROWS));
  for (let y = 0; y < height; y += step) {
    const row = Math.floor((y * FIELDS) / height) * FIELDS;
    for (let field = 0; field < FIELDS; field++) {
      const [start, end] = [starts[field]!, starts[field + 1]!];
      sums[row + field]! += alphaBetween(picture, y * width + start, y * width + end);
      counts[row + field]! += end - start;
    }
  }
  return Array.from(sums, (sum, n) => (counts[n] === 0 ? 0 : sum / counts[n]! / 255));
}

/** First columns, and the width. */
const startsOf = (width: number): number[] =>
  Array.from({ length: FIELDS + 1 }, (_, field) => Math.ceil((field * width) / FIELDS));

function alphaBetween({ data, channels = 4 }: Shown, from: number, to: number): number {
  let sum = 0;
  for (let at = from * channels + channels - 1; at < to * channels; at += channels) sum += data[at]!;
  return sum;
}
