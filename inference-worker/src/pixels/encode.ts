import type { Sharp } from 'sharp';
import type { Density } from '@clearcut/platform/picture-header/format';
import type { Pixels } from '@clearcut/scene/raster';
import type { ImageMediaType } from '@clearcut/schemas/constants';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { encodePng, encodePngRows, type PngPixels, type PngRows } from './png.ts';
import { openGrey, openPixels, openRaster } from './sharp.ts';
import type { Raster, Size } from './raster.ts';

export interface EncodedImage extends Size {
  readonly data: Uint8Array;
  readonly mediaType: ImageMediaType;
}

// By libvips: filters only cost time on flat mattes.
const mattePng = { compressionLevel: 2, adaptiveFiltering: false, palette: false } as const;

/** Lossless: downloaded and edited. */
export async function encodeCutOut(raster: Raster): Promise<EncodedImage> {
  return encoded(await encodePng(raster), raster, 'image/png');
}

/** Numbers as colours: they must come back exactly. */
export async function encodeLabels(pixels: Pixels): Promise<EncodedImage> {
  const png = openPixels(pixels).removeAlpha().png({ compressionLevel: 6, adaptiveFiltering: false, palette: false });
  return encoded(await png.toBuffer(), pixels, 'image/png');
}

/** For viewing only: a fifth of a PNG's bytes. */
export async function encodePreview(raster: Raster): Promise<EncodedImage> {
  return encoded(await openRaster(raster).webp({ quality: 90, effort: 0 }).toBuffer(), raster, 'image/webp');
}

/** Omits an opaque picture's alpha. */
export async function encodeEdited(pixels: Pixels, density: Density | null = null): Promise<EncodedImage> {
  const { buffer, byteOffset, byteLength } = pixels.data;
  const data = new Uint8Array(buffer, byteOffset, byteLength);
  const png = await encodePng({ ...pixels, data, channels: 4, isOpaque: isOpaque(pixels.data, 4), density });
  return encoded(png, pixels, 'image/png');
}

export async function encodeCutOutRows(
  read: PngRows['read'],
  { data, width, height }: Size & { readonly data: Uint8Array },
  density: Density | null,
): Promise<EncodedImage> {
  const png = await encodePngRows({ width, height, channels: 4, isOpaque: isOpaque(data, 1), density, read });
  return encoded(png, { width, height }, 'image/png');
}

/** A WEBP's density would need EXIF, which is never written. */
export async function encodeExport(
  pixels: Pixels,
  options: ExportOptions,
  density: Density | null,
): Promise<EncodedImage> {
  const { format } = options;
  const image = channelsOf(pixels, options);
  switch (format) {
    case 'png':
      return encoded(await encodePng({ ...(await toSamples(image)), density }), pixels, 'image/png');
    case 'webp':
      return encodeWebp(image);
    case 'jpg':
      return encoded(await encodeJpeg(image, density), pixels, 'image/jpeg');
  }
}

async function encodeJpeg(image: Sharp, density: Density | null): Promise<Uint8Array> {
  const bytes = await image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  const [x, y] = [inDots(density?.x), inDots(density?.y)];
  if (x === 0 || y === 0 || x >= 65_536 || y >= 65_536) return bytes;
  // ITU-T T.871, 10.1.
  const jfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x02\x01....\0\0', 'latin1');
  jfif.writeUInt16BE(x, 12);
  jfif.writeUInt16BE(y, 14);
  return Buffer.concat([bytes.subarray(0, 2), jfif, bytes.subarray(2)]);
}

/** From per metre to per inch. */
const inDots = (density = 0): number => Math.round(density * 0.0254);

async function toSamples(image: Sharp): Promise<PngPixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 2) throw new Error('No option makes a picture of grey and alpha');
  return { data, width, height, channels };
}

/** White replaces JPEG's missing transparency. */
function channelsOf(pixels: Pixels, { format, background, layout }: ExportOptions): Sharp {
  const image = openPixels(pixels);
  if (layout?.channels === 'alpha') return image.extractChannel('alpha').toColourspace('b-w');
  if (layout?.channels === 'rgb') return image.removeAlpha();
  const behind = (layout === null ? background : null) ?? (format === 'jpg' ? '#ffffff' : null);
  return behind === null ? image : image.flatten({ background: behind });
}

/** The format's limit. */
const WEBP_MAX_SIDE = 16_383;

async function encodeWebp(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image
    .resize(WEBP_MAX_SIDE, WEBP_MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90, alphaQuality: 100, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return encoded(data, info, 'image/webp');
}

function isOpaque(data: Uint8Array | Pixels['data'], channels: 1 | 4): boolean {
  let all = 255;
  // Every 4,096 pixels: testing at each doubles the time.
  for (let i = channels - 1; i < data.length && all === 255;) {
    for (const end = Math.min(data.length, i + channels * 4096); i < end; i += channels) all &= data[i]!;
  }
  return all === 255;
}

export async function encodeMatte(matte: Uint8Array, size: Size): Promise<EncodedImage> {
  return encoded(await openGrey(matte, size).toColourspace('b-w').png(mattePng).toBuffer(), size, 'image/png');
}

function encoded(data: Uint8Array, { width, height }: Size, mediaType: EncodedImage['mediaType']): EncodedImage {
  return { data, width, height, mediaType };
}
