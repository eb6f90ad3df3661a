import { open } from 'node:fs/promises';
import { MAX_PIXELS, MAX_SIDE, type ImageMediaType } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { swapsSides } from './exif.ts';
import { DamagedPictureError, FileWindow } from './file-window.ts';
import type { Dimensions, Found } from './format.ts';
import { JPEG_SIGNATURE, probeJpeg } from './jpeg.ts';
import { PNG_SIGNATURE, probePng } from './png.ts';
import { isWebp, probeWebp } from './webp.ts';

export interface ProbedImage {
  readonly mediaType: ImageMediaType;
  /** Pixels as a person sees the picture, so after EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

const HEAD_BYTES = 12;

/**
 * Tells what a file is from its bytes and whether it is whole, without decoding a pixel (only the worker touches pixels) and in
 * constant memory. A file that passes may still be undecodable; one that is refused certainly is of no use.
 * @throws CatalogueError file_empty, file_type_unsupported, file_corrupt or image_too_many_pixels
 */
export async function probeImage(path: string): Promise<ProbedImage> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new CatalogueError('file_empty');
    const file = new FileWindow(handle, size);
    const head = await file.bytes(0, Math.min(HEAD_BYTES, size));
    const format = formatOf(head);
    if (format === undefined) throw new CatalogueError('file_type_unsupported');
    const { width, height, orientation } = await format.probe(file, checkSize);
    const upright = swapsSides(orientation) ? { width: height, height: width } : { width, height };
    return { mediaType: format.mediaType, ...upright };
  } catch (error) {
    if (error instanceof DamagedPictureError) throw new CatalogueError('file_corrupt', { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
}

interface Format {
  readonly mediaType: ImageMediaType;
  readonly probe: (file: FileWindow, found: Found) => Promise<Dimensions>;
}

function formatOf(head: Buffer): Format | undefined {
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { mediaType: 'image/png', probe: probePng };
  if (head.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) {
    return { mediaType: 'image/jpeg', probe: probeJpeg };
  }
  if (isWebp(head)) return { mediaType: 'image/webp', probe: probeWebp };
  return undefined;
}

function checkSize({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width === 0 || height === 0) throw new DamagedPictureError('The picture has no pixels');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new CatalogueError('image_too_many_pixels');
  }
}
