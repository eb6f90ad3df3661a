import { messageContracts } from '@clearcut/schemas/contracts/support/messages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

const POLL_INTERVAL_MS = 15_000;

export const messagesQuery = queryOptions({
  queryKey: ['staff', 'messages'],
  queryFn: ({ signal }) => call(messageContracts.list, { signal }),
  staleTime: 0,
  refetchInterval: POLL_INTERVAL_MS,
});

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'messages', id],
    queryFn: ({ signal }) => call(messageContracts.get, { params: { id }, signal }),
    staleTime: 0,
  });
