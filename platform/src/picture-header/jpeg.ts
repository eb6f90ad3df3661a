import { densityOf, readExif, withoutExifHeader, type ExifTags } from './exif.ts';
import { type Density, type Found, MAX_PARTS, type PictureHeader } from './format.ts';
import { addTables, isWholeScan, type JpegScan } from './jpeg-scan.ts';
import { DamagedPictureError, type PictureSource } from './source.ts';

export const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

// ITU-T T.81, table B.1.
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DHT = 0xc4;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP1 = 0xe1;
const TEM = 0x01;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== 0xc8 && marker !== 0xcc;

/** Each scan is a pass over all pixels: 2 MB hold 20,000. Encoders write about ten. */
const MAX_SCANS = 100;

/** Accepts trailing data (cameras append videos), and no end marker if all rows are there. */
export async function readJpeg(file: PictureSource, found: Found): Promise<PictureHeader> {
  let position = 2;
  let size: { width: number; height: number } | undefined;
  let exif: ExifTags | undefined;
  let density: Density | null = null;
  let scans = 0;
  const scan: JpegScan = { frame: undefined, header: undefined, start: 0, tables: new Map(), restartInterval: 0 };
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const at = await nextMarker(file, position);
    if (at === undefined || at.marker === EOI) {
      if (size === undefined || scans === 0) throw new DamagedPictureError('There is no frame or no scan');
      const isEnded = at !== undefined;
      if (!isEnded && !(await isWholeScan(file, scan))) throw new DamagedPictureError('The last scan is cut off');
      return { ...size, orientation: exif?.orientation ?? 1, density: density ?? exif?.density ?? null, isEnded };
    }
    const { marker, next } = at;
    if (marker === SOI) throw new DamagedPictureError('A second picture begins inside the first');
    const length = (await file.bytes(next, 2)).readUInt16BE(0);
    if (length < 2) throw new DamagedPictureError('A segment is shorter than its length');
    const segment = await file.bytes(next, length);
    if (isFrame(marker)) {
      if (length < 8) throw new DamagedPictureError('The frame header is cut off');
      size = { height: segment.readUInt16BE(3), width: segment.readUInt16BE(5) };
      found(size);
      scan.frame = { marker, header: Buffer.from(segment) };
    }
    if (marker === APP0 && scans === 0) density ??= densityOfJfif(segment);
    if (marker === APP1 && scans === 0 && exif === undefined) {
      const tiff = withoutExifHeader(segment.subarray(2));
      if (tiff !== undefined) exif = readExif(tiff);
    }
    if (marker === DHT) addTables(scan.tables, segment);
    if (marker === DRI && length >= 4) scan.restartInterval = segment.readUInt16BE(2);
    if (marker === SOS) {
      scans += 1;
      scan.header = Buffer.from(segment);
      scan.start = next + length;
    }
    if (scans > MAX_SCANS) throw new DamagedPictureError('There are too many scans');
    position = next + length;
  }
  throw new DamagedPictureError('There are too many segments');
}

/** Unless only a ratio. ITU-T T.871, 10.1. */
function densityOfJfif(segment: Buffer): Density | null {
  if (segment.length < 14 || segment.toString('latin1', 2, 7) !== 'JFIF\0') return null;
  const metres = { 1: 0.0254, 2: 0.01 }[segment.readUInt8(9)];
  return metres === undefined ? null : densityOf(segment.readUInt16BE(10), segment.readUInt16BE(12), metres);
}

/** 0xFF precedes 0x00 (stuffing), a restart marker or 0xFF (fill). */
async function nextMarker(
  file: PictureSource,
  position: number,
): Promise<{ marker: number; next: number } | undefined> {
  let afterFF = false;
  while (position < file.size) {
    const bytes = await file.some(position);
    let index = 0;
    while (index < bytes.length) {
      if (!afterFF) {
        const at = bytes.indexOf(0xff, index);
        if (at === -1) break;
        afterFF = true;
        index = at + 1;
        continue;
      }
      const marker = bytes.readUInt8(index);
      index += 1;
      if (marker === 0xff) continue;
      afterFF = false;
      if (marker !== 0 && marker !== TEM && !isRestart(marker)) return { marker, next: position + index };
    }
    position += bytes.length;
  }
  return undefined;
}
