import { chatIdentitySchema } from '../site/chat.ts';
import type { Contract } from './contract.ts';

export const chatContracts = {
  identity: {
    method: 'GET',
    path: '/api/user/me/chat/',
    summary: "The caller's identity, signed for the installation's chat.",
    credentials: ['session'],
    access: { who: 'user' },
    beforeSecondFactor: true,
    cache: 'no-store',
    answers: { 200: { description: 'The identity.', schema: chatIdentitySchema } },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Contract>;
