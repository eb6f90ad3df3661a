import { open } from 'node:fs/promises';
import { CatalogueError } from '@clearcut/schemas/errors';
import { MAX_MASK_PIXELS } from '@clearcut/schemas/constants';
import { probeImage, type ProbedImage } from './probe.ts';

/** Offset of bit depth and colour type in IHDR. Source: PNG third edition, 11.2.1. */
const DEPTH_AT = 24;
/** Only palettes are refused: canvases and other programs write grey as colour and alpha too. */
const PALETTE = 3;

/**
 * Accepts PNGs of 8 bits per channel.
 * @throws CatalogueError mask_invalid
 */
export async function probeMask(path: string): Promise<ProbedImage> {
  const image = await probeImage(path).catch((error: unknown) => {
    throw error instanceof CatalogueError ? new CatalogueError('mask_invalid', { cause: error }) : error;
  });
  if (image.mediaType !== 'image/png' || image.width * image.height > MAX_MASK_PIXELS) {
    throw new CatalogueError('mask_invalid');
  }
  const { depth, colourType } = await pixelFormat(path);
  if (depth !== 8 || colourType === PALETTE) throw new CatalogueError('mask_invalid');
  return image;
}

async function pixelFormat(path: string): Promise<{ depth: number; colourType: number }> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, DEPTH_AT);
    return { depth: buffer.readUInt8(0), colourType: buffer.readUInt8(1) };
  } finally {
    await handle.close();
  }
}
