import { webhookContracts } from '@clearcut/schemas/contracts/webhooks';
import type { ChangeWebhook } from '@clearcut/schemas/webhooks/http';
import type { WebhookType } from '@clearcut/schemas/webhooks/types';
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

export const addWebhook = (body: { readonly url: string; readonly types: readonly WebhookType[] }) =>
  call(webhookContracts.add, { body });

export const changeWebhook = (id: string, body: ChangeWebhook) =>
  call(webhookContracts.change, { params: { id }, body });

export const removeWebhook = (id: string) => call(webhookContracts.remove, { params: { id } });

export const rotateSecret = (id: string) => call(webhookContracts.rotate, { params: { id } });

export const sendTest = (id: string) => call(webhookContracts.test, { params: { id } });

export const sendAgain = (id: string, messageId: string) =>
  call(webhookContracts.sendAgain, { params: { id, messageId } });
