import type { ChangeWebhook, WebhookMessage, WebhookSecret, WebhookView } from '@clearcut/schemas/webhooks/http';
import type { WebhookType } from '@clearcut/schemas/webhooks/types';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../lib/http/request.ts';

/** Newest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await requestJson<{ webhooks: WebhookView[] }>('/api/webhooks', { signal })).webhooks,
  staleTime: 0,
});

const FRESH_MS = 2_000;

/** Newest first. Polls while a message is pending. */
export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'messages'],
    queryFn: async ({ signal }) =>
      (await requestJson<{ messages: WebhookMessage[] }>(`/api/webhooks/${id}/messages`, { signal })).messages,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting') === true ? FRESH_MS : false,
  });

export const addWebhook = (json: { readonly url: string; readonly types: readonly WebhookType[] }) =>
  requestJson<WebhookSecret>('/api/webhooks', { method: 'POST', json });

export async function changeWebhook(id: string, json: ChangeWebhook): Promise<void> {
  await request(`/api/webhooks/${id}`, { method: 'PATCH', json });
}

export async function removeWebhook(id: string): Promise<void> {
  await request(`/api/webhooks/${id}`, { method: 'DELETE' });
}

export const rotateSecret = (id: string): Promise<WebhookSecret> =>
  requestJson(`/api/webhooks/${id}/rotate`, { method: 'POST' });

export async function sendTest(id: string): Promise<void> {
  await request(`/api/webhooks/${id}/test`, { method: 'POST' });
}

export async function sendAgain(id: string, messageId: string): Promise<void> {
  await request(`/api/webhooks/${id}/messages/${messageId}/send`, { method: 'POST' });
}
