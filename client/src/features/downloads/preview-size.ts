import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import type { TransactionView } from '@clearcut/schemas/transaction/http';

/** Pixels of the free preview, when nothing is cropped. */
export function previewSize({ width, height }: Pick<TransactionView, 'width' | 'height'>) {
  const scale = Math.min(1, PREVIEW_MAX_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
