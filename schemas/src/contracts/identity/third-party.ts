import { thirdPartyLoginListSchema, thirdPartyLoginParamsSchema } from '../../identity/third-party.ts';
import type { Contract } from '../contract.ts';

const byUser = { credentials: ['session'], access: { who: 'user' } } as const;

export const thirdPartyLoginContracts = {
  list: {
    method: 'GET',
    path: '/api/auth/third-party-logins/',
    summary: "Lists the account's third-party logins.",
    ...byUser,
    cache: 'no-store',
    answers: { 200: { description: 'Oldest first.', schema: thirdPartyLoginListSchema } },
    errors: [],
  },
  unlink: {
    method: 'DELETE',
    path: '/api/auth/third-party-logins/:id/',
    summary: 'Unlinks a third-party login, unless it is the only way in.',
    ...byUser,
    params: thirdPartyLoginParamsSchema,
    paramsError: 'third_party_login_not_found',
    needsProof: () => true,
    answers: { 204: { description: 'It is unlinked.' } },
    errors: ['third_party_login_not_found', 'last_way_in'],
  },
} as const satisfies Record<string, Contract>;
