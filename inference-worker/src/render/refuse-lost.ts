import type { Pixels } from '@clearcut/scene/raster';
import { decodePixels } from '../pixels/decode.ts';

/** The save would show nothing of the subject: nobody pays for it. */
export class LostSubjectError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LostSubjectError';
  }
}

/** Maximum alpha of a picture that looks empty. */
const FAINT = 127;

/** @throws LostSubjectError */
export function refuseEmpty({ data }: Pixels): void {
  for (let i = 3; i < data.length; i += 4) if (data[i]! > FAINT) return;
  throw new LostSubjectError('The cut-out is empty');
}

const FIELDS = 16;
/** Mean difference of opacity, 0..1; edges at another size differ by less than a tenth of it. */
const FAR = 0.1;

/**
 * Refuses a cut-out unlike the preview that the customer bought by.
 * @param preview of the cut-out, encoded
 * @throws LostSubjectError
 */
export async function refuseUnlike(cutOut: Pixels, preview: Uint8Array): Promise<void> {
  const [one, other] = [opacities(cutOut), opacities(await decodePixels(preview))];
  const difference = one.reduce((sum, value, n) => sum + Math.abs(value - other[n]!), 0) / one.length;
  if (difference > FAR) throw new LostSubjectError(`The cut-out differs from its preview by ${difference.toFixed(2)}`);
}

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
