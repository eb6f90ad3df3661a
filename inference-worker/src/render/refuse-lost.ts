import type { Pixels } from '@clearcut/scene/raster';
import { decodePixels } from '../pixels/decode.ts';

/** What was to be saved shows nothing of the subject: nobody is to pay for it. */
export class LostSubjectError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LostSubjectError';
  }
}

/** A picture of which no pixel has more alpha looks empty. */
const FAINT = 127;

/** @throws LostSubjectError */
export function refuseEmpty({ data }: Pixels): void {
  for (let i = 3; i < data.length; i += 4) if (data[i]! > FAINT) return;
  throw new LostSubjectError('The cut-out is empty');
}

/** Fields that a picture is compared by, across and down. */
const FIELDS = 16;
/** Mean difference of their opacity, 0..1: edges of another size make less than a tenth of it. */
const FAR = 0.1;

/**
 * Refuses what is another cut-out than the preview that was bought by.
 * @param preview of the cut-out, encoded
 * @throws LostSubjectError
 */
export async function refuseUnlike(cutOut: Pixels, preview: Uint8Array): Promise<void> {
  const [one, other] = [opacities(cutOut), opacities(await decodePixels(preview))];
  const difference = one.reduce((sum, value, n) => sum + Math.abs(value - other[n]!), 0) / one.length;
  if (difference > FAR) throw new LostSubjectError(`The cut-out differs from its preview by ${difference.toFixed(2)}`);
}

/** Mean alpha of each field, 0..1. */
function opacities({ data, width, height }: Pixels): number[] {
  const sums = new Float64Array(FIELDS * FIELDS);
  const counts = new Float64Array(FIELDS * FIELDS);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * FIELDS) / height) * FIELDS;
    for (let x = 0; x < width; x++) {
      const field = row + Math.floor((x * FIELDS) / width);
      sums[field]! += data[(y * width + x) * 4 + 3]!;
      counts[field]!++;
    }
  }
  return Array.from(sums, (sum, n) => (counts[n] === 0 ? 0 : sum / counts[n]! / 255));
}
