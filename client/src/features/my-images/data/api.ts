import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { ExportOptions } from '@clearcut/schemas/transaction/save-events';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { download, type Download } from '../../../lib/http/download.ts';
import { requestJson } from '../../../lib/http/request.ts';
import { isUnsettled } from './picture.ts';

export interface PicturePage {
  readonly transactions: readonly TransactionView[];
  /** Of all pages. */
  readonly total: number;
}

/** How often a page is asked for again on which something is still being made. */
const AGAIN_MS = 1_500;

/** A page of the pictures of this account, newest first; the first is page 1. */
export const picturesQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['transactions', 'my-images', { page, pageSize }],
    queryFn: ({ signal }): Promise<PicturePage> =>
      requestJson(`/api/transaction/?pageSize=${pageSize}&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
    // What is made, saved or deleted elsewhere is to be seen.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.transactions.some((view) => isUnsettled(view, Date.now())) === true ? AGAIN_MS : false,
  });

/** A version of a picture in a form that may have to be made first. */
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
