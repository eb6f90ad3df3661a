import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

/** A grant may end while the page is open. */
const POLL_INTERVAL_MS = 5_000;

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'picture', id, 'access'],
    queryFn: ({ signal }) => call(accessContracts.pictureAccess, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
