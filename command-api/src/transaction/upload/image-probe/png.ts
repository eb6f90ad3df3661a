import { orientationOf } from './exif.ts';
import { DamagedPictureError, type FileWindow } from './file-window.ts';
import { type Dimensions, type Found, MAX_PARTS, MAX_METADATA_BYTES } from './format.ts';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length and type before the data, CRC behind it. */
const CHUNK_OVERHEAD = 12;

/** Bit depths allowed for each colour type. Source: PNG third edition, table 12. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Walks the chunks to IEND. What stands behind IEND is allowed: many programs leave something there. */
export async function probePng(file: FileWindow, found: Found): Promise<Dimensions> {
  let position = PNG_SIGNATURE.length;
  const size = await readHeader(file, position, found);
  position += CHUNK_OVERHEAD + 13;

  let orientation = 1;
  let hasPixels = false;
  for (let parts = 1; parts < MAX_PARTS; parts += 1) {
    const header = await file.bytes(position, 8);
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new DamagedPictureError('A chunk has no type');
    // The whole chunk has to be there, not only its header.
    if (position + CHUNK_OVERHEAD + length > file.size) throw new DamagedPictureError(`Chunk ${type} is cut off`);
    if (type === 'IDAT') hasPixels ||= length > 0;
    // Behind the pixels, where some programs write it, the decoder has not seen it when it turns the picture.
    if (type === 'eXIf' && !hasPixels) {
      orientation = orientationOf(await file.bytes(position + 8, Math.min(length, MAX_METADATA_BYTES)));
    }
    if (type === 'IEND') {
      if (!hasPixels) throw new DamagedPictureError('There is no IDAT');
      return { ...size, orientation };
    }
    position += CHUNK_OVERHEAD + length;
  }
  throw new DamagedPictureError('There are too many chunks');
}

async function readHeader(
  file: FileWindow,
  position: number,
  found: Found,
): Promise<{ width: number; height: number }> {
  const chunk = await file.bytes(position, CHUNK_OVERHEAD + 13);
  if (chunk.readUInt32BE(0) !== 13 || chunk.toString('latin1', 4, 8) !== 'IHDR') {
    throw new DamagedPictureError('The first chunk is not IHDR');
  }
  const size = { width: chunk.readUInt32BE(8), height: chunk.readUInt32BE(12) };
  const depths = DEPTHS[chunk.readUInt8(17)];
  if (depths?.includes(chunk.readUInt8(16)) !== true) throw new DamagedPictureError('IHDR has an unknown pixel format');
  found(size);
  return size;
}
