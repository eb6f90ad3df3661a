import type { Box } from '@clearcut/schemas/transaction/scene';
import { layerRect } from '../masks.ts';
import { intersection, wholeOf, type Pixels, type Rect, type Size } from '../raster.ts';

/** Premultiplied RGBA times the share, then the share, 0..255. */
export interface LaidPatch {
  readonly rect: Rect;
  readonly data: Float32Array<ArrayBuffer>;
}

const CHANNELS = 5;

const edges = (first: number, count: number, start: number, step: number, length: number): Float64Array =>
  Float64Array.from({ length: count + 1 }, (_, i) => Math.min(length, Math.max(0, (first + i - start) * step)));

/**
 * Averages, so that preview and HD agree.
 * @param patch opaque: colours above; alpha in red and share in green below
 * @param box image pixels
 */
export function layPatch(patch: Pixels, box: Box, frame: Size, layer: Size): LaidPatch {
  const size = { width: patch.width, height: Math.floor(patch.height / 2) };
  const rect = intersection(layerRect(box, frame, layer), wholeOf(layer));
  const data = new Float32Array(rect.width * rect.height * CHANNELS);
  const columns = edges(
    rect.x,
    rect.width,
    (box.x * layer.width) / frame.width,
    ((frame.width / layer.width) * size.width) / box.width,
    size.width,
  );
  const rows = edges(
    rect.y,
    rect.height,
    (box.y * layer.height) / frame.height,
    ((frame.height / layer.height) * size.height) / box.height,
    size.height,
  );
  const below = size.width * size.height * 4;
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const [left, right, top, bottom] = [columns[x]!, columns[x + 1]!, rows[y]!, rows[y + 1]!];
      const into = (y * rect.width + x) * CHANNELS;
      let area = 0;
      for (let v = Math.floor(top); v < bottom; v++) {
        const high = Math.min(v + 1, bottom) - Math.max(v, top);
        for (let u = Math.floor(left); u < right; u++) {
          const weight = high * (Math.min(u + 1, right) - Math.max(u, left));
          const i = (v * size.width + u) * 4;
          const share = weight * patch.data[below + i + 1]!;
          const opaque = (share * patch.data[below + i]!) / 255;
          area += weight;
          data[into]! += (opaque * patch.data[i]!) / 255;
          data[into + 1]! += (opaque * patch.data[i + 1]!) / 255;
          data[into + 2]! += (opaque * patch.data[i + 2]!) / 255;
          data[into + 3]! += opaque;
          data[into + 4]! += share;
        }
      }
      if (area > 0) for (let n = into; n < into + CHANNELS; n++) data[n]! /= area;
    }
  }
  return { rect, data };
}

/**
 * In place. With share m and premultiplied patch P: a' = a (1 - m) + Pa, c' = (c a (1 - m) + Pc) / a'.
 * @param within pixels of `cutOut`
 */
export function applyPatch(cutOut: Pixels, { rect, data }: LaidPatch, within: Rect = rect): void {
  const area = intersection(rect, within);
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      const from = ((y - rect.y) * rect.width + x - rect.x) * CHANNELS;
      const share = data[from + 4]! / 255;
      if (share === 0) continue;
      const i = (y * cutOut.width + x) * 4;
      const kept = cutOut.data[i + 3]! * (1 - share);
      const alpha = kept + data[from + 3]!;
      const rounded = Math.round(alpha);
      for (let channel = 0; channel < 3; channel++) {
        const mixed = (cutOut.data[i + channel]! * kept) / 255 + data[from + channel]!;
        cutOut.data[i + channel] = rounded === 0 ? 0 : Math.min(255, Math.round((mixed * 255) / alpha));
      }
      cutOut.data[i + 3] = rounded;
    }
  }
}
