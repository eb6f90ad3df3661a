import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { LimitsAnswer } from '@clearcut/schemas/transaction/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';
import { getTransaction } from '../../uploads/transaction/api.ts';
import { isUnsettled } from '../../uploads/transaction/shown-picture.ts';

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

/** One picture, asked for again while something of it is being made. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'my-images', 'one', id],
    queryFn: ({ signal }) => getTransaction(id, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnsettled(data, Date.now()) ? AGAIN_MS : false),
  });

/** Makes another cut-out of a picture, by the model of now. */
export const forkPicture = (id: string, idempotencyKey: string): Promise<TransactionView> =>
  requestJson(`/api/transaction/${id}/fork/`, { method: 'POST', idempotencyKey });

/** How often limits are asked for again while one is reached. */
const LIMITS_AGAIN_MS = 15_000;

export const limitsQuery = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }): Promise<LimitsAnswer> => requestJson('/api/transaction/limits/', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => ((state.data?.reached.length ?? 0) > 0 ? LIMITS_AGAIN_MS : false),
});
