import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { Pixels } from '@clearcut/scene/raster';
import { MAX_PIXELS, MAX_SIDE } from '@clearcut/schemas/constants';
import type { Raster } from './raster.ts';

// Pictures are worked on by few at a time and none is opened twice, so the cache would only hold memory. One thread a picture:
// more made decoding no faster where it was measured, and each thread keeps buffers of its own.
sharp.cache(false);
sharp.concurrency(1);

export const decoding: SharpOptions = {
  // Sides of an HD file are rounded one by one, so a vast crop comes out up to half a side over what an upload may have; it is ours,
  // and has to be readable again. Uploads were held to MAX_PIXELS before they came here.
  limitInputPixels: MAX_PIXELS + MAX_SIDE,
  // Truncated or damaged pictures are refused rather than filled with grey; mere warnings, which cameras and old
  // programs cause all the time, are not held against a picture. Both stricter and laxer settings lose users' pictures.
  failOn: 'error',
  pages: 1,
};

export function openRaster(raster: Raster): Sharp {
  const { width, height, channels } = raster;
  return sharp(raster.data, { raw: { width, height, channels }, limitInputPixels: false });
}

export function openPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
}

export function openGrey(data: Uint8Array, size: { width: number; height: number }): Sharp {
  return sharp(data, { raw: { width: size.width, height: size.height, channels: 1 }, limitInputPixels: false });
}

export async function toRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`Decoded to ${info.channels} channels`);
  return { data, width: info.width, height: info.height, channels: info.channels };
}
