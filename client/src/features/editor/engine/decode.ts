import type { OwnPixels, Size } from '@clearcut/scene/raster';

/** Raw pixels of a file made by the server: values, or sRGB without a profile. */
export async function decoded(file: Blob): Promise<OwnPixels> {
  return pixelsOf(await createImageBitmap(file, { colorSpaceConversion: 'none', imageOrientation: 'from-image' }));
}

/**
 * Pixels of an uploaded picture. Applies its colour profile, as the worker does; otherwise photos of many phones would
 * be paler here than in the HD file.
 * @param fit reduces a larger picture so that it still covers this size
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
  // Browsers limit canvases: release it before garbage collection.
  canvas.width = 1;
  canvas.height = 1;
  return { data, width, height };
}
