import { opaqueBox } from '@clearcut/scene/crop-to-subject';
import type { Pixels, Rect } from '@clearcut/scene/raster';
import type { ExportOptions } from '@clearcut/schemas/transaction/save-events';
import { decodePixels } from '../pixels/decode.ts';
import { encodeExport, type EncodedImage } from '../pixels/encode.ts';

/**
 * A finished picture in the form that the user asked for.
 * @param source encoded
 * @throws UnreadableImageError
 */
export async function makeExport(source: Uint8Array, options: ExportOptions): Promise<EncodedImage> {
  const pixels = await decodePixels(source);
  const box = options.crop === 'subject' ? opaqueBox(pixels, options.margin) : null;
  return encodeExport(box === null ? pixels : cropped(pixels, box), options);
}

/** What lies beyond the picture is transparent. */
function cropped({ data, width, height }: Pixels, box: Rect): Pixels {
  const result = new Uint8Array(box.width * box.height * 4);
  const left = Math.max(0, box.x);
  const right = Math.min(width, box.x + box.width);
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    const row = data.subarray((y * width + left) * 4, (y * width + right) * 4);
    result.set(row, ((y - box.y) * box.width + left - box.x) * 4);
  }
  return { data: result, width: box.width, height: box.height };
}
