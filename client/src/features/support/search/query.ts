import { call } from '../../../lib/contracts/call.ts';
import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** A look-up is logged, so going back to its results does not repeat it. */
const CACHE_MS = 30 * 60_000;

export const SEARCHES = ['staff', 'search'];

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...SEARCHES, q],
    queryFn: () => call(supportContracts.search, { body: { q } }),
    enabled: q !== '',
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
