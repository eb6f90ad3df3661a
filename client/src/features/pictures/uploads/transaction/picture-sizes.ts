import { outputOf } from '@clearcut/scene/geometry';
import { hdScale, previewScale } from '@clearcut/schemas/transaction/scene/scales';
import type { TransactionView } from '@clearcut/schemas/transaction/http';

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/**
 * Pixel sizes of the downloads with crop and output size, by the worker's formulas. The original keeps the size in its
 * view.
 */
export function sizesOf(view: Pick<TransactionView, 'width' | 'height' | 'settings'>): {
  readonly hd: Pixels;
  readonly preview: Pixels;
} {
  const { position } = view.settings;
  const hd = outputOf(position, view, hdScale(position, view));
  const preview = outputOf(position, view, previewScale(position, view));
  return {
    hd: { width: hd.width, height: hd.height },
    preview: { width: preview.width, height: preview.height },
  };
}
