import { apiKeyContracts } from '@clearcut/schemas/contracts/api-keys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/contracts/call.ts';

/** Usable keys, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call(apiKeyContracts.list, { signal })).keys,
  // Always current: shows what programs do now.
  staleTime: 0,
});

/** Requests of programs arrive while the page is open. */
const POLL_MS = 10_000;

export const keyLogQuery = queryOptions({
  queryKey: ['api-keys', 'log'],
  queryFn: async ({ signal }) => (await call(apiKeyContracts.log, { query: {}, signal })).requests,
  staleTime: 0,
  refetchInterval: POLL_MS,
});

/** Scope names contain a colon, which i18next takes for a namespace separator. */
export const PLAIN_KEY = { nsSeparator: false } as const;
