const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const LONG = 4;
const ENTRY_BYTES = 12;

/**
 * Orientation (1 to 8) out of a TIFF block, as EXIF data is in every format; 1 when there is none or the block makes no
 * sense. The tag is a SHORT; some programs write a LONG, which decoders take as well. Only as much of the block as fits a
 * reader's window has to be given: the tag stands in its first directory.
 * Source: TIFF 6.0, section 2; Exif 2.32, 4.6.4.
 */
export function orientationOf(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const mark = tiff.toString('latin1', 0, 2);
  if (mark !== 'II' && mark !== 'MM') return 1;
  const little = mark === 'II';
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = u16(directory);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.length) return 1;
    const type = u16(entry + 2);
    if (u16(entry) !== ORIENTATION_TAG || (type !== SHORT && type !== LONG)) continue;
    const value = type === SHORT ? u16(entry + 8) : u32(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Orientations 5 to 8 lay the picture on its side. */
export function swapsSides(orientation: number): boolean {
  return orientation >= 5;
}

const EXIF_HEADER = Buffer.from('Exif\0\0', 'latin1');

/** The TIFF block behind the `Exif` header that JPEG demands and some writers also put into WEBP. */
export function withoutExifHeader(block: Buffer): Buffer | undefined {
  return block.subarray(0, EXIF_HEADER.length).equals(EXIF_HEADER) ? block.subarray(EXIF_HEADER.length) : undefined;
}
