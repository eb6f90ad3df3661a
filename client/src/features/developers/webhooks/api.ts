import { webhookContracts } from '@clearcut/schemas/contracts/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

/** Newest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(webhookContracts.list, { signal })).webhooks,
  staleTime: 0,
});

const FRESH_MS = 2_000;

/** Newest first. Polls while a message is pending. */
export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'messages'],
    queryFn: async ({ signal }) => (await call(webhookContracts.messages, { params: { id }, signal })).messages,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting') === true ? FRESH_MS : false,
  });
