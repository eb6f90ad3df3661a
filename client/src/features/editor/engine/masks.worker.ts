import { rasterise, strokeBox, maskSize, type Stroke } from '@clearcut/scene/brush';
import { applyMask, layerRect } from '@clearcut/scene/masks';
import { layPatch, type LaidPatch } from '@clearcut/scene/edge/patches';
import { createMask, createPixels, type Mask, type Rect, type Size } from '@clearcut/scene/raster';
import { keepToRegion, regionAt, type RegionMap } from '@clearcut/scene/regions';
import type { Box } from '@clearcut/schemas/transaction/scene';
import { greyPng } from './png.ts';

export interface Ground {
  readonly frame: Size;
  readonly layer: Size;
}

export type MaskTask =
  | { readonly kind: 'stroke'; readonly ground: Ground; readonly stroke: Stroke; readonly regions: RegionMap | null }
  | { readonly kind: 'file'; readonly ground: Ground; readonly box: Box; readonly file: Blob }
  | { readonly kind: 'patch'; readonly ground: Ground; readonly box: Box; readonly file: Blob };

/** Coverage of preview pixels. The mask leaves the worker only as a file. */
export interface Coverage {
  /** Image pixels, aligned to preview pixels. */
  readonly area: Rect;
  readonly mask: Mask;
}

export interface MaskAnswer {
  readonly coverage: Coverage | LaidPatch;
  /** The file to send, for a stroke. */
  readonly made: { readonly box: Box; readonly png: Uint8Array<ArrayBuffer> } | null;
}

/** Averages coverage as a render does, by erasing an opaque layer with the mask. */
function coverageOf(mask: Mask, box: Box, { frame, layer }: Ground): Coverage {
  const rect = layerRect(box, frame, layer);
  const opaque = createPixels(layer);
  for (let i = 3; i < opaque.data.length; i += 4) opaque.data[i] = 255;
  applyMask(opaque, { mode: 'erase', box, mask }, { frame, original: null });
  const covered = createMask(rect);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const alpha = opaque.data[((rect.y + y) * layer.width + rect.x + x) * 4 + 3] ?? 255;
      covered.data[y * rect.width + x] = 255 - alpha;
    }
  }
  const across = frame.width / layer.width;
  const down = frame.height / layer.height;
  const area = { x: rect.x * across, y: rect.y * down, width: rect.width * across, height: rect.height * down };
  return { area, mask: covered };
}

async function strokeMask({ ground, stroke, regions }: Extract<MaskTask, { kind: 'stroke' }>): Promise<MaskAnswer> {
  const box = strokeBox(stroke, ground.frame);
  if (box === null) throw new Error('The stroke passes the picture by');
  const mask = rasterise(stroke, box, maskSize(box));
  const [first] = stroke.points;
  if (regions !== null && first !== undefined) {
    keepToRegion(mask, box, regions, ground.frame, regionAt(regions, ground.frame, first));
  }
  const png = await greyPng(mask);
  return { coverage: coverageOf(mask, box, ground), made: { box, png } };
}

async function pixelsOf(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D canvas in this worker');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  canvas.width = 1;
  canvas.height = 1;
  return pixels;
}

async function fileMask({ ground, box, file }: Extract<MaskTask, { kind: 'file' }>): Promise<MaskAnswer> {
  const { data, width, height } = await pixelsOf(file);
  const mask = createMask({ width, height });
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = data[i * 4] ?? 0;
  return { coverage: coverageOf(mask, box, ground), made: null };
}

async function laidPatch({ ground, box, file }: Extract<MaskTask, { kind: 'patch' }>): Promise<MaskAnswer> {
  return { coverage: layPatch(await pixelsOf(file), box, ground.frame, ground.layer), made: null };
}

function work(task: MaskTask): Promise<MaskAnswer> {
  switch (task.kind) {
    case 'stroke':
      return strokeMask(task);
    case 'file':
      return fileMask(task);
    case 'patch':
      return laidPatch(task);
  }
}

addEventListener('message', ({ data: { id, task } }: MessageEvent<{ id: number; task: MaskTask }>) => {
  work(task).then(
    (answer) => postMessage({ id, answer }, { transfer: [] }),
    (error: unknown) => postMessage({ id, error: String(error) }, { transfer: [] }),
  );
});
