import type { ImageMediaType } from '@clearcut/schemas/constants';
import type { PictureSource } from './source.ts';

/** Expects a file whose header was read. @throws DamagedPictureError */
export async function mayBeTransparent(file: PictureSource, mediaType: ImageMediaType): Promise<boolean> {
  if (mediaType === 'image/png') return hasPngAlpha(file);
  return mediaType === 'image/webp' && hasWebpAlpha(file);
}

/** Colour types 4 and 6 have alpha; the others may name transparent colours before the pixels. */
async function hasPngAlpha(file: PictureSource): Promise<boolean> {
  if (((await file.bytes(25, 1)).readUInt8() & 4) !== 0) return true;
  for (let position = 33; ;) {
    const header = await file.bytes(position, 8);
    const type = header.toString('latin1', 4, 8);
    if (type === 'tRNS' || type === 'IDAT') return type === 'tRNS';
    position += 12 + header.readUInt32BE(0);
  }
}

/** RFC 9649: a flag of the extended header, a bit of a lossless picture. */
async function hasWebpAlpha(file: PictureSource): Promise<boolean> {
  const type = (await file.bytes(12, 4)).toString('latin1');
  if (type === 'VP8X') return ((await file.bytes(20, 1)).readUInt8() & 0x10) !== 0;
  return type === 'VP8L' && ((await file.bytes(24, 1)).readUInt8() & 0x10) !== 0;
}
