import { heatOf } from './heat.ts';

export interface HeatTask {
  readonly recorded: Blob;
  readonly replayed: Blob;
}

export type HeatAnswer = { readonly heat: ImageBitmap } | { readonly error: string };

/** A larger picture is reduced; a phone lacks memory for three that size. */
const MAX_PIXELS = 16_000_000;

async function pixelsOf(file: Blob): Promise<ImageData> {
  // Raw values: colour conversion or premultiplied alpha would add differences.
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  context.drawImage(bitmap, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

async function heatFor({ recorded, replayed }: HeatTask): Promise<ImageBitmap> {
  const [one, other] = [await pixelsOf(recorded), await pixelsOf(replayed)];
  return createImageBitmap(new ImageData(heatOf(one.data, other.data), one.width, one.height));
}

self.addEventListener('message', ({ data }: MessageEvent<HeatTask>) => {
  heatFor(data).then(
    (heat) => self.postMessage({ heat } satisfies HeatAnswer, { transfer: [heat] }),
    (error: unknown) => self.postMessage({ error: String(error) } satisfies HeatAnswer, { transfer: [] }),
  );
});
