import type { Density } from './format.ts';

// TIFF 6.0, section 2; Exif 2.32, 4.6.4.
const ORIENTATION = 0x0112;
const X_RESOLUTION = 0x011a;
const Y_RESOLUTION = 0x011b;
const RESOLUTION_UNIT = 0x0128;

const SHORT = 3;
const RATIONAL = 5;
const ENTRY_BYTES = 12;

/** Metres per inch and centimetre. */
const UNITS: Readonly<Record<number, number>> = { 2: 0.0254, 3: 0.01 };

export interface ExifTags {
  /** 1 to 8. */
  readonly orientation: number;
  readonly density: Density | null;
}

export const NO_TAGS: ExifTags = { orientation: 1, density: null };

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

/** As browsers do: only in its standard form and first place. */
export function readExif(tiff: Buffer): ExifTags {
  const mark = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (mark !== 'II' && mark !== 'MM')) return NO_TAGS;
  const u16 = (at: number): number => (mark === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (mark === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (u16(2) !== 42) return NO_TAGS;
  const entries = firstOfEach(tiff, u16, u32);
  const short = (tag: number): number | undefined => {
    const entry = entries.get(tag);
    return entry?.type === SHORT && entry.count === 1 ? u16(entry.at) : undefined;
  };
  const rational = (tag: number): number | undefined => {
    const entry = entries.get(tag);
    if (entry?.type !== RATIONAL || entry.count !== 1 || u32(entry.at) + 8 > tiff.length) return undefined;
    return u32(u32(entry.at)) / u32(u32(entry.at) + 4);
  };
  const orientation = short(ORIENTATION) ?? 1;
  const metres = UNITS[short(RESOLUTION_UNIT) ?? 0];
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    density: metres === undefined ? null : densityOf(rational(X_RESOLUTION), rational(Y_RESOLUTION), metres),
  };
}

function firstOfEach(tiff: Buffer, u16: (at: number) => number, u32: (at: number) => number): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const directory = u32(4);
  const count = directory + 2 > tiff.length ? 0 : u16(directory);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) break;
    const tag = u16(at);
    if (!entries.has(tag)) entries.set(tag, { tag, type: u16(at + 2), count: u32(at + 4), at: at + 8 });
  }
  return entries;
}

const MAX_DENSITY = 2 ** 31;

/** @param metres per unit */
export function densityOf(x = 0, y = 0, metres = 1): Density | null {
  const density = { x: Math.round(x / metres), y: Math.round(y / metres) };
  return density.x > 0 && density.y > 0 && density.x < MAX_DENSITY && density.y < MAX_DENSITY ? density : null;
}

/** 5 to 8 lay the picture on its side. */
export function swapsSides(orientation: number): boolean {
  return orientation >= 5;
}

/** The sixth byte is padding of any value. */
const EXIF_MARK = Buffer.from('Exif\0', 'latin1');

export function withoutExifHeader(block: Buffer): Buffer | undefined {
  return block.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? block.subarray(EXIF_MARK.length + 1) : undefined;
}
