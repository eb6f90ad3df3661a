import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { Pixels } from '@clearcut/scene/raster';
import { MAX_PIXELS, MAX_SIDE } from '@clearcut/schemas/constants';
import type { Raster } from './raster.ts';

// No picture is opened twice, so a cache would only hold memory. More threads decoded no faster.
sharp.cache(false);
sharp.concurrency(1);

export const decoding: SharpOptions = {
  // Sides of an HD file are rounded separately, so a vast crop exceeds MAX_PIXELS by half a side.
  limitInputPixels: MAX_PIXELS + MAX_SIDE,
  // Refuses truncated pictures rather than filling them with grey; tolerates warnings, which cameras cause all the
  // time.
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
