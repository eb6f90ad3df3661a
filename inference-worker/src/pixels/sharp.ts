import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { Pixels } from '@clearcut/scene/raster';
import { MAX_PIXELS, MAX_SIDE } from '@clearcut/schemas/constants';
import type { Raster } from './raster.ts';

// Few pictures are processed at a time and none is opened twice, so the cache would only hold memory. One thread per
// picture: more decoded no faster in measurements, and each keeps buffers.
sharp.cache(false);
sharp.concurrency(1);

export const decoding: SharpOptions = {
  // Sides of an HD file are rounded separately, so a vast crop exceeds an upload's limit by up to half a side, and must
  // be readable again. Uploads were checked against MAX_PIXELS before.
  limitInputPixels: MAX_PIXELS + MAX_SIDE,
  // Refuses truncated or damaged pictures rather than filling them with grey; tolerates warnings, which cameras and old
  // programs cause all the time. Stricter and laxer settings both lose users' pictures.
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
