import type { ChangeKeyBody, CreatedKey, KeyLog, KeyView } from '@clearcut/schemas/api-keys/http';
import type { KeyLimits, KeyMode, KeyScope } from '@clearcut/schemas/api-keys/rights';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../lib/http/request.ts';

/** Usable keys, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await requestJson<{ keys: KeyView[] }>('/api/keys', { signal })).keys,
  // Always current: shows what programs do now.
  staleTime: 0,
});

/** Requests of programs arrive while the page is open. */
const POLL_MS = 10_000;

export const keyLogQuery = queryOptions({
  queryKey: ['api-keys', 'log'],
  queryFn: async ({ signal }) => (await requestJson<KeyLog>('/api/keys/log', { signal })).requests,
  staleTime: 0,
  refetchInterval: POLL_MS,
});

export interface NewKey {
  readonly label: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly limits: KeyLimits;
  readonly networks: readonly string[];
  readonly origins: readonly string[];
  readonly expiresAt: string | null;
}

export const createKey = (json: NewKey): Promise<CreatedKey> => requestJson('/api/keys', { method: 'POST', json });

export async function changeKey(id: string, json: ChangeKeyBody): Promise<void> {
  await request(`/api/keys/${id}`, { method: 'PATCH', json });
}

export const rotateKey = (id: string): Promise<CreatedKey> => requestJson(`/api/keys/${id}/rotate`, { method: 'POST' });

export async function revokeKey(id: string): Promise<void> {
  await request(`/api/keys/${id}`, { method: 'DELETE' });
}

/** Scope names contain a colon, which i18next takes for a namespace separator. */
export const PLAIN_KEY = { nsSeparator: false } as const;
