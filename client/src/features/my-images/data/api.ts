import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';
import { getTransaction } from '../../pictures/uploads/transaction/api.ts';
import { isUnsettled } from '../../pictures/uploads/transaction/shown-picture.ts';

/** Polling while something on the page is being made. */
const POLL_INTERVAL_MS = 1_500;

/** Newest first; counts from page 1. `name`: part of a file name; empty for all. */
export const picturesQuery = (page: number, pageSize: number, name = '') =>
  queryOptions({
    queryKey: ['transactions', 'my-images', { page, pageSize, name }],
    queryFn: ({ signal }) =>
      call(transactionContracts.list, { query: { pageSize, page, ...(name !== '' && { name }) }, signal }),
    placeholderData: keepPreviousData,
    // Shows changes made elsewhere.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.transactions.some((view) => isUnsettled(view, Date.now())) === true ? POLL_INTERVAL_MS : false,
  });

/** Polls while something of the picture is being made. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'my-images', 'one', id],
    queryFn: ({ signal }) => getTransaction(id, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnsettled(data, Date.now()) ? POLL_INTERVAL_MS : false,
  });

/** Polls while a limit is reached. */
export const limitsQuery = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }) => call(transactionContracts.limits, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => ((state.data?.reached.length ?? 0) > 0 ? 15_000 : false),
});
