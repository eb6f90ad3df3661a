import { hdScale, outputOf, previewScale } from '@clearcut/scene/geometry';
import type { TransactionView } from '@clearcut/schemas/transaction/http';

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/**
 * Pixels of what a picture can be downloaded as, with its crop and output size: what the worker draws, by the same formulas. The
 * original keeps the size that its view names.
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
