import type { Box, StrokeMode } from '@clearcut/schemas/transaction/scene';
import { intersection, outwards, wholeOf, type Mask, type Pixels, type Rect, type Size } from './raster.ts';
import { reducedMask } from './sampling.ts';

/** `mask` stretched over `box`, in image pixels. */
export interface MaskLayer {
  readonly mode: StrokeMode;
  readonly box: Box;
  readonly mask: Mask;
}

export function layerRect(box: Rect, frame: Size, layer: Size): Rect {
  const across = layer.width / frame.width;
  const down = layer.height / frame.height;
  const rect = { x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down };
  return intersection(outwards(rect), wholeOf(layer));
}

/**
 * In place. Erase: a' = a (1 - m). Restore: the original over the cut-out with coverage m, premultiplied.
 * @param original size of `cutOut`
 * @param within pixels of `cutOut`
 */
export function applyMask(
  cutOut: Pixels,
  { mode, box, mask }: MaskLayer,
  { frame, original, within }: { readonly frame: Size; readonly original: Pixels | null; readonly within?: Rect },
): void {
  if (mode === 'restore' && original === null) throw new Error('A restore needs the original');
  const rect = intersection(layerRect(box, frame, cutOut), within ?? wholeOf(cutOut));
  // Otherwise hard strokes look jagged in the preview.
  const across = (frame.width / cutOut.width) * (mask.width / box.width);
  const down = (frame.height / cutOut.height) * (mask.height / box.height);
  const factor = Math.max(1, Math.floor(Math.min(across, down) + 1e-6));
  const fine = reducedMask(mask, factor);
  const columns = places(rect.x, rect.width, across / factor, (box.x * cutOut.width) / frame.width, fine.width);
  const rows = places(rect.y, rect.height, down / factor, (box.y * cutOut.height) / frame.height, fine.height);
  for (let y = 0; y < rect.height; y++) {
    const v = rows[y]!;
    if (Number.isNaN(v)) continue;
    const upper = Math.floor(v);
    const above = upper * fine.width;
    const below = Math.min(fine.height - 1, upper + 1) * fine.width;
    const lower = v - upper;
    for (let x = 0; x < rect.width; x++) {
      const u = columns[x]!;
      if (Number.isNaN(u)) continue;
      const left = Math.floor(u);
      const right = Math.min(fine.width - 1, left + 1);
      const share = u - left;
      const top = fine.data[above + left]! * (1 - share) + fine.data[above + right]! * share;
      const bottom = fine.data[below + left]! * (1 - share) + fine.data[below + right]! * share;
      const coverage = (top * (1 - lower) + bottom * lower) / 255;
      if (coverage === 0) continue;
      const i = ((rect.y + y) * cutOut.width + rect.x + x) * 4;
      if (original === null || mode === 'erase') erase(cutOut.data, i, coverage);
      else restore(cutOut.data, original.data, i, coverage);
    }
  }
}

/** NaN outside the box. */
function places(first: number, count: number, step: number, start: number, length: number): Float64Array {
  const result = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = (first + i + 0.5 - start) * step;
    result[i] = at < 0 || at > length ? NaN : Math.min(length - 1, Math.max(0, at - 0.5));
  }
  return result;
}

function erase(data: Pixels['data'], i: number, coverage: number): void {
  const alpha = Math.round(data[i + 3]! * (1 - coverage));
  data[i + 3] = alpha;
  // Smaller files, and no colour can return at an edge.
  if (alpha === 0) data[i] = data[i + 1] = data[i + 2] = 0;
}

function restore(data: Pixels['data'], original: Pixels['data'], i: number, coverage: number): void {
  const opaque = original[i + 3]! * coverage;
  const under = data[i + 3]! * (1 - opaque / 255);
  const alpha = opaque + under;
  if (alpha === 0) return;
  for (let channel = i; channel < i + 3; channel++) {
    data[channel] = Math.round((original[channel]! * opaque + data[channel]! * under) / alpha);
  }
  data[i + 3] = Math.round(alpha);
}
