import { opaqueBox, subjectBox } from '@clearcut/scene/crop-to-subject';
import { cropped, type Rect } from '@clearcut/scene/raster';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { decodePixels } from '../pixels/decode.ts';
import { densityOfEncoded } from '../pixels/picture-file.ts';
import { encodeExport, type EncodedImage } from '../pixels/encode.ts';
import { layOut } from './lay-out.ts';

/** A change of any pixel is a new version. */
export const EXPORTER = { name: 'clearcut-export', version: 3 } as const;

export interface MadeExport extends EncodedImage {
  readonly foreground: Rect | null;
}

/**
 * @param source encoded
 * @param backgroundImage encoded
 * @throws UnreadableImageError
 */
export async function makeExport(
  source: Uint8Array,
  options: ExportOptions,
  backgroundImage?: Uint8Array,
): Promise<MadeExport> {
  const [pixels, density] = await Promise.all([decodePixels(source), densityOfEncoded(source)]);
  const { crop, margin, layout } = options;
  if (layout !== null) {
    // Before edge and watermark change the pixels.
    const foreground = opaqueBox(pixels);
    const laidOut = await layOut(pixels, { ...options, layout, backgroundImage });
    return { ...(await encodeExport(laidOut, options, density)), foreground };
  }
  const box = crop === 'subject' ? subjectBox(pixels, margin) : null;
  return { ...(await encodeExport(box === null ? pixels : cropped(pixels, box), options, density)), foreground: null };
}
