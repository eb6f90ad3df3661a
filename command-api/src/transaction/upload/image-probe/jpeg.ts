import { orientationOf, withoutExifHeader } from './exif.ts';
import { DamagedPictureError, type FileWindow } from './file-window.ts';
import { type Dimensions, type Found, MAX_PARTS } from './format.ts';

export const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

// Markers. Source: ITU-T T.81, table B.1.
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const TEM = 0x01;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Each scan of a progressive picture sends the decoder through all pixels once more, however few bytes it has: 2 MB hold 20,000 of them,
 * which would keep the worker from all other pictures for a quarter of an hour and more. Encoders write some ten.
 */
const MAX_SCANS = 100;

/**
 * Walks segments and scans to the end-of-image marker. Thumbnails keep their own inside segments, which are jumped over by
 * length. What stands behind the end is allowed: cameras put more pictures and videos there.
 */
export async function probeJpeg(file: FileWindow, found: Found): Promise<Dimensions> {
  let position = 2;
  let size: { width: number; height: number } | undefined;
  let orientation: number | undefined;
  let scans = 0;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const { marker, next } = await nextMarker(file, position);
    if (marker === EOI) {
      if (size === undefined || scans === 0) throw new DamagedPictureError('There is no frame or no scan');
      return { ...size, orientation: orientation ?? 1 };
    }
    if (marker === SOI) throw new DamagedPictureError('A second picture begins inside the first');
    const length = (await file.bytes(next, 2)).readUInt16BE(0);
    if (length < 2) throw new DamagedPictureError('A segment is shorter than its length');
    const segment = await file.bytes(next, length);
    if (isFrame(marker)) {
      if (length < 8) throw new DamagedPictureError('The frame header is cut off');
      size = { height: segment.readUInt16BE(3), width: segment.readUInt16BE(5) };
      found(size);
    }
    if (marker === APP1 && orientation === undefined) {
      const tiff = withoutExifHeader(segment.subarray(2));
      if (tiff !== undefined) orientation = orientationOf(tiff);
    }
    if (marker === SOS) scans += 1;
    if (scans > MAX_SCANS) throw new DamagedPictureError('There are too many scans');
    position = next + length;
  }
  throw new DamagedPictureError('There are too many segments');
}

/**
 * The next marker at or after `position` and where its segment begins. Bytes on the way are entropy-coded data or, between
 * segments, padding; in both 0xFF is followed by 0x00 (a stuffed byte), a restart marker, or another 0xFF (fill).
 */
async function nextMarker(file: FileWindow, position: number): Promise<{ marker: number; next: number }> {
  let afterFF = false;
  for (;;) {
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
}
