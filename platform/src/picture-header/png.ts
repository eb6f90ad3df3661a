import { crc32 } from 'node:zlib';
import { densityOf, NO_TAGS, readExif, type ExifTags } from './exif.ts';
import { type Density, type Found, MAX_METADATA_BYTES, MAX_PARTS, type PictureHeader } from './format.ts';
import { colourChunks } from './png-colour.ts';
import { DamagedPictureError, type PictureSource } from './source.ts';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length and type before the data, CRC after. */
const CHUNK_OVERHEAD = 12;

/** PNG third edition, table 12. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const COLOUR_BYTES = 32;

/** Allows trailing data. */
export async function readPng(file: PictureSource, found: Found): Promise<PictureHeader> {
  let position = PNG_SIGNATURE.length;
  const { size, depth, colourType } = await readHeader(file, position, found);
  position += CHUNK_OVERHEAD + 13;

  const colours = colourChunks();
  let exif: ExifTags | undefined;
  let density: Density | null = null;
  let hasPixels = false;
  for (let parts = 1; parts < MAX_PARTS; parts += 1) {
    const header = await file.bytes(position, 8);
    const length = header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new DamagedPictureError('A chunk has no type');
    const end = position + CHUNK_OVERHEAD + length;
    // Not only its header.
    if (end > file.size) throw new DamagedPictureError(`Chunk ${type} is cut off`);
    const data = (most: number): Promise<Buffer> => file.bytes(position + 8, Math.min(length, most));
    if (type === 'IDAT') hasPixels ||= length > 0;
    // After the pixels viewers have already drawn.
    if (type === 'eXIf' && !hasPixels && exif === undefined && (await isIntact(file, position, length))) {
      exif = readExif(await data(MAX_METADATA_BYTES));
    }
    if (type === 'pHYs' && !hasPixels && length === 9) density ??= densityOfPhys(await data(length));
    if (!hasPixels && colours.isWanted(type)) colours.add(type, await data(COLOUR_BYTES), { start: position, end });
    if (type === 'IEND') {
      if (!hasPixels) throw new DamagedPictureError('There is no IDAT');
      const { orientation, density: ofExif } = exif ?? NO_TAGS;
      return { ...size, orientation, density: density ?? ofExif, colour: colours.colour(depth, colourType) };
    }
    position = end;
  }
  throw new DamagedPictureError('There are too many chunks');
}

async function readHeader(file: PictureSource, position: number, found: Found) {
  const chunk = await file.bytes(position, CHUNK_OVERHEAD + 13);
  if (chunk.readUInt32BE(0) !== 13 || chunk.toString('latin1', 4, 8) !== 'IHDR') {
    throw new DamagedPictureError('The first chunk is not IHDR');
  }
  const size = { width: chunk.readUInt32BE(8), height: chunk.readUInt32BE(12) };
  const [depth, colourType] = [chunk.readUInt8(16), chunk.readUInt8(17)];
  if (DEPTHS[colourType]?.includes(depth) !== true) throw new DamagedPictureError('IHDR has an unknown pixel format');
  found(size);
  return { size, depth, colourType };
}

/** Decoders skip a wrong CRC. */
async function isIntact(file: PictureSource, position: number, length: number): Promise<boolean> {
  let checksum = 0;
  for (let at = position + 4, end = position + 8 + length; at < end;) {
    const part = await file.bytes(at, Math.min(MAX_METADATA_BYTES, end - at));
    checksum = crc32(part, checksum);
    at += part.length;
  }
  return (await file.bytes(position + 8 + length, 4)).readUInt32BE(0) === checksum;
}

/** PNG third edition, 11.3.4.3. */
function densityOfPhys(data: Buffer): Density | null {
  return data.readUInt8(8) === 1 ? densityOf(data.readUInt32BE(0), data.readUInt32BE(4)) : null;
}
