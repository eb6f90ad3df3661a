import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { thirdPartyLoginContracts } from '@clearcut/schemas/contracts/identity/third-party';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/contracts/call.ts';

/** Newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(authContracts.sessions, { signal })).sessions,
  // Always current: shows who is logged in now.
  staleTime: 0,
});

/** Oldest first. */
export const loginsQuery = queryOptions({
  queryKey: ['third-party-logins'],
  queryFn: async ({ signal }) => (await call(thirdPartyLoginContracts.list, { signal })).logins,
});
