import type { DetailLook, Model } from '../models/model.ts';
import type { Box, Size } from '../pixels/raster.ts';
import { between, mix } from '../planes/interpolate.ts';
import { boxAround, grown, WIDE_CONTEXT } from './boxes.ts';
import { lookAt, blend, seen, type CoarseMatte, type MatteSource, type Picture } from './look.ts';

/** Share of the logits of the matte before, beside all of the detail's. */
const BEFORE = 0.4;
const MIN_ALPHA = 1e-4;

/** Finds holes, thin things and the edge of the matte before. */
export async function lookAtDetail(picture: Picture, before: CoarseMatte, model: Model): Promise<CoarseMatte> {
  const { size } = picture;
  const subject = boxAround(before, size);
  if (subject === undefined || model.detail === undefined) return before;
  const part = grown(subject, WIDE_CONTEXT, size);
  const detail = seen(await lookAt(picture, part, guided(model.detail, before, part, size)), model);
  return detail === undefined ? before : blend(before, detail, 1);
}

const guided = (detail: DetailLook, before: CoarseMatte, part: Box, size: Size): MatteSource => ({
  inputSize: detail.inputSize,
  async infer(image) {
    const known = shownIn(before, part, size, detail.inputSize);
    const found = await detail.infer(image, known);
    return found.map((value, i) => together(value, known[i]!));
  },
});

const odds = (alpha: number): number => Math.max(MIN_ALPHA, alpha) / Math.max(MIN_ALPHA, 1 - alpha);

/** Adds up the logits. */
function together(found: number, known: number): number {
  const both = odds(found) * odds(known) ** BEFORE;
  return both / (1 + both);
}

function shownIn({ alpha, width, height }: CoarseMatte, part: Box, size: Size, to: Size): Float32Array {
  const [across, down] = [width / size.width, height / size.height];
  const columns = between(width, to.width, to.width / (part.width * across), part.x * across);
  const rows = between(height, to.height, to.height / (part.height * down), part.y * down);
  const shown = new Float32Array(to.width * to.height);
  for (let y = 0; y < to.height; y++) {
    const [upper, lower] = [rows.low[y]! * width, rows.high[y]! * width];
    for (let x = 0; x < to.width; x++) {
      const [left, right, share] = [columns.low[x]!, columns.high[x]!, columns.share[x]!];
      shown[y * to.width + x] = mix(
        mix(alpha[upper + left]!, alpha[upper + right]!, share),
        mix(alpha[lower + left]!, alpha[lower + right]!, share),
        rows.share[y]!,
      );
    }
  }
  return shown;
}
