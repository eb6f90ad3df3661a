import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { LimitsAnswer } from '@clearcut/schemas/transaction/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';
import { getTransaction } from '../../uploads/transaction/api.ts';
import { isUnsettled } from '../../uploads/transaction/shown-picture.ts';

export interface PicturePage {
  readonly transactions: readonly TransactionView[];
  readonly total: number;
}

/** Polling while something on the page is being made. */
const AGAIN_MS = 1_500;

/** Newest first; counts from page 1. `name`: part of a file name; empty for all. */
export const picturesQuery = (page: number, pageSize: number, name = '') =>
  queryOptions({
    queryKey: ['transactions', 'my-images', { page, pageSize, name }],
    queryFn: ({ signal }): Promise<PicturePage> =>
      requestJson(
        `/api/transaction/?pageSize=${pageSize}&page=${page}${name === '' ? '' : `&name=${encodeURIComponent(name)}`}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Shows changes made elsewhere.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.transactions.some((view) => isUnsettled(view, Date.now())) === true ? AGAIN_MS : false,
  });

/** Polls while something of the picture is being made. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'my-images', 'one', id],
    queryFn: ({ signal }) => getTransaction(id, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnsettled(data, Date.now()) ? AGAIN_MS : false),
  });

/** Makes another cut-out with the current model. */
export const forkPicture = (id: string, idempotencyKey: string): Promise<TransactionView> =>
  requestJson(`/api/transaction/${id}/fork/`, { method: 'POST', idempotencyKey });

/** Polling while a limit is reached. */
const LIMITS_AGAIN_MS = 15_000;

export const limitsQuery = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }): Promise<LimitsAnswer> => requestJson('/api/transaction/limits/', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => ((state.data?.reached.length ?? 0) > 0 ? LIMITS_AGAIN_MS : false),
});
