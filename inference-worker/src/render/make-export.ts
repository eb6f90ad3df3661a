import { opaqueBox } from '@clearcut/scene/crop-to-subject';
import { cropped, type Rect } from '@clearcut/scene/raster';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { decodePixels } from '../pixels/decode.ts';
import { densityOfEncoded } from '../pixels/picture-file.ts';
import { encodeExport, type EncodedImage } from '../pixels/encode.ts';
import { layOut } from './lay-out.ts';

/** What makes the other forms of a finished picture. A change of a pixel is another version. */
export const EXPORTER = { name: 'clearcut-export', version: 1 } as const;

export interface MadeExport extends EncodedImage {
  /** The box of the subject in the source, where a layout was asked for. */
  readonly foreground: Rect | null;
}

/**
 * A finished picture in the form that the user, or a program, asked for.
 * @param source encoded
 * @param backgroundImage encoded, where the layout names one
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
    // Before a watermark is drawn into the same pixels.
    const foreground = opaqueBox(pixels, 0);
    const laidOut = await layOut(pixels, { ...options, layout, backgroundImage });
    return { ...(await encodeExport(laidOut, options, density)), foreground };
  }
  const box = crop === 'subject' ? opaqueBox(pixels, margin) : null;
  return { ...(await encodeExport(box === null ? pixels : cropped(pixels, box), options, density)), foreground: null };
}
