import { authContracts, userContracts } from '@clearcut/schemas/contracts/identity/account';
import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import { call } from '../../../lib/contracts/call.ts';

export const getProfile = () => call(userContracts.me, { changesIdentity: true });

export const logOut = () => call(authContracts.logout, { changesIdentity: true });

/** Moves the pictures of an anonymous session to the account. Idempotent. */
export const linkAnonymousImages = (session_id: string) =>
  call(transactionContracts.link, { body: { session_id }, changesIdentity: true });
