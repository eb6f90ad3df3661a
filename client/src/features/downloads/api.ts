import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { download, type Download } from '../../lib/download.ts';

export function fetchExport(
  id: string,
  quality: Quality,
  { format, crop, margin, background }: ExportOptions,
  signal: AbortSignal,
): Promise<Download> {
  const query = new URLSearchParams({ format, crop, margin: String(margin) });
  if (background !== null) query.set('background', background);
  return download(`/api/transaction/${id}/download/${quality}/?${query}`, `clearcut.${format}`, signal);
}
