import type { OwnPixels, Size } from '@clearcut/scene/raster';

/** The pixels of a file that the server made, as they stand in it: numbers, or colours in sRGB without a profile. */
export async function decoded(file: Blob): Promise<OwnPixels> {
  return pixelsOf(await createImageBitmap(file, { colorSpaceConversion: 'none', imageOrientation: 'from-image' }));
}

/**
 * The pixels of a picture that a person gave. Its colour profile is applied, as the worker does: without, photos of many phones would
 * be paler here than in the HD file.
 * @param fit makes it so small, if it is larger, that it still covers this size
 */
export async function decodedUpload(file: Blob, fit: Size): Promise<OwnPixels> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'default', imageOrientation: 'from-image' });
  return pixelsOf(bitmap, fit);
}

function pixelsOf(bitmap: ImageBitmap, fit?: Size): OwnPixels {
  const scale = fit === undefined ? 1 : Math.min(1, Math.max(fit.width / bitmap.width, fit.height / bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  if (context === null) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  // Browsers keep few canvases: this one is given back before the collector finds it.
  canvas.width = 1;
  canvas.height = 1;
  return { data, width, height };
}
