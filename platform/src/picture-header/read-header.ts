import type { ImageMediaType } from '@clearcut/schemas/constants';
import type { Found, PictureHeader } from './format.ts';
import { JPEG_SIGNATURE, readJpeg } from './jpeg.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import type { PictureSource } from './source.ts';
import { isWebp, readWebp } from './webp.ts';

export interface Header extends PictureHeader {
  readonly mediaType: ImageMediaType;
}

const HEAD_BYTES = 12;

/**
 * Detects truncation without decoding; undefined for other formats. Shared by upload and worker, which must agree.
 * @param found may throw to refuse a size
 * @throws DamagedPictureError
 */
export async function readHeader(file: PictureSource, found: Found): Promise<Header | undefined> {
  const head = await file.bytes(0, Math.min(HEAD_BYTES, file.size));
  const format = formatOf(head);
  return format && { mediaType: format.mediaType, ...(await format.read(file, found)) };
}

interface Format {
  readonly mediaType: ImageMediaType;
  readonly read: (file: PictureSource, found: Found) => Promise<PictureHeader>;
}

function formatOf(head: Buffer): Format | undefined {
  if (head.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { mediaType: 'image/png', read: readPng };
  if (head.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE))
    return { mediaType: 'image/jpeg', read: readJpeg };
  if (isWebp(head)) return { mediaType: 'image/webp', read: readWebp };
  return undefined;
}
