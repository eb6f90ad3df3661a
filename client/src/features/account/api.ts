import { authContracts, userContracts } from '@clearcut/schemas/contracts/identity/account';
import { addressContracts } from '@clearcut/schemas/contracts/identity/address';
import { thirdPartyLoginContracts } from '@clearcut/schemas/contracts/identity/third-party';
import type { UpdateProfileBody } from '@clearcut/schemas/identity/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/contracts/call.ts';

/** Newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(authContracts.sessions, { signal })).sessions,
  // Always current: shows who is logged in now.
  staleTime: 0,
});

export const endSession = (id: string) => call(authContracts.endSession, { params: { id } });

/** Keeps the session of this browser. */
export const endOtherSessions = () => call(authContracts.endOtherSessions);

/** Oldest first. */
export const loginsQuery = queryOptions({
  queryKey: ['third-party-logins'],
  queryFn: async ({ signal }) => (await call(thirdPartyLoginContracts.list, { signal })).logins,
});

export const unlinkLogin = (id: string) => call(thirdPartyLoginContracts.unlink, { params: { id } });

export const updateAccount = (body: UpdateProfileBody) => call(userContracts.update, { body });

export const askForAddress = (email: string) => call(addressContracts.askForAddress, { body: { email } });

export const keepAddress = () => call(addressContracts.cancelAddress);

export const closeAccount = () => call(userContracts.close);
