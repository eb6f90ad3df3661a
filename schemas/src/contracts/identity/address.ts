import { changeAddressBodySchema, profileSchema } from '../../identity/http.ts';
import type { Contract } from '../contract.ts';

const byUser = { credentials: ['session'], access: { who: 'user' } } as const;
const answers = { 200: { description: 'The profile as it is now.', schema: profileSchema } } as const;

export const addressContracts = {
  askForAddress: {
    method: 'POST',
    path: '/api/user/me/email/',
    summary: 'Mails a link to a new address, which becomes the address of the account once the link is opened.',
    ...byUser,
    body: changeAddressBodySchema,
    needsProof: () => true,
    answers,
    errors: ['validation_failed', 'mail_unavailable', 'too_many_attempts'],
  },
  cancelAddress: {
    method: 'DELETE',
    path: '/api/user/me/email/',
    summary: 'Cancels an unconfirmed new address.',
    ...byUser,
    answers,
    errors: [],
  },
} as const satisfies Record<string, Contract>;
