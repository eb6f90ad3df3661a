import { type ExifTags, NO_TAGS, readExif, withoutExifHeader } from './exif.ts';
import { type Found, MAX_METADATA_BYTES, MAX_PARTS, type PictureHeader } from './format.ts';
import { DamagedPictureError, type PictureSource } from './source.ts';

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const HAS_EXIF = 0x08;

export function isWebp(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';
}

type Size = { width: number; height: number };

/** RFC 9649. */
export async function readWebp(file: PictureSource, found: Found): Promise<PictureHeader> {
  const end = (await file.bytes(4, 4)).readUInt32LE(0) + 8;
  if (end > file.size) throw new DamagedPictureError(`${end - file.size} bytes of the RIFF file are missing`);

  let canvas: Size | undefined;
  let frame: Size | undefined;
  let animated = false;
  let hasExif = false;
  let exif: ExifTags | undefined;
  let position = RIFF_HEADER_BYTES;
  for (let parts = 0; position < end; parts += 1) {
    if (parts === MAX_PARTS) throw new DamagedPictureError('There are too many chunks');
    const header = await file.bytes(position, CHUNK_HEADER_BYTES);
    const type = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const data = position + CHUNK_HEADER_BYTES;
    if (data + length > end) throw new DamagedPictureError(`Chunk ${type.trim()} is cut off`);
    if (type === 'VP8X' && parts === 0) {
      const extended = await file.bytes(data, 10);
      canvas = sizeOfCanvas(extended);
      hasExif = (extended.readUInt8(0) & HAS_EXIF) !== 0;
      found(canvas);
    } else if ((type === 'VP8 ' || type === 'VP8L') && frame === undefined) {
      frame = type === 'VP8 ' ? sizeOfLossy(await file.bytes(data, 10)) : sizeOfLossless(await file.bytes(data, 5));
      found(frame);
    } else if (type === 'ANMF') {
      animated = true;
    } else if (type === 'EXIF' && hasExif && exif === undefined) {
      const block = await file.bytes(data, Math.min(length, MAX_METADATA_BYTES));
      exif = readExif(withoutExifHeader(block) ?? block);
    }
    // Even offsets.
    position = data + length + (length % 2);
  }
  const size = canvas ?? frame;
  if (size === undefined || (frame === undefined && !animated)) throw new DamagedPictureError('There is no picture');
  return { ...size, ...(exif ?? NO_TAGS) };
}

function sizeOfCanvas(data: Buffer): Size {
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

/** RFC 6386, 9.1. */
function sizeOfLossy(data: Buffer): Size {
  if ((data.readUInt8(0) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) {
    throw new DamagedPictureError('The picture does not begin with a key frame');
  }
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function sizeOfLossless(data: Buffer): Size {
  if (data.readUInt8(0) !== 0x2f) throw new DamagedPictureError('The lossless picture has no signature');
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
