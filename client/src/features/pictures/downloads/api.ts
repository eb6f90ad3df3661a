import { downloadContracts } from '@clearcut/schemas/contracts/transaction/downloads';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { addressOf } from '../../../lib/contracts/call.ts';
import { download, type Download } from '../../../lib/download.ts';

export function fetchExport(
  id: string,
  quality: Quality,
  { background, ...options }: ExportOptions,
  signal: AbortSignal,
): Promise<Download> {
  const query = { ...options, ...(background !== null && { background }) };
  return download(
    addressOf(downloadContracts[quality], { params: { id }, query }),
    `clearcut.${options.format}`,
    signal,
  );
}
