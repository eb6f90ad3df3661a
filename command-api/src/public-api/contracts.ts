import { keyAccountSchema } from '@clearcut/schemas/api-keys/account';
import type { PromisedContract } from './promised.ts';

export const accountContracts = {
  account: {
    operationId: 'getAccount',
    tag: 'Account',
    method: 'GET',
    path: '/v1/account/',
    summary: "The credits left, and the key's permissions.",
    credentials: ['api-key'],
    scope: 'account:read',
    access: { who: 'user' },
    cache: 'no-store',
    answers: { 200: { description: 'The account.', schema: keyAccountSchema } },
    errors: [],
  },
} as const satisfies Record<string, PromisedContract>;
