import { billingSchema } from '../billing/http.ts';
import type { Contract } from './contract.ts';

export const billingContracts = {
  billing: {
    method: 'GET',
    path: '/api/billing/',
    summary: "The team's plan, its features, and the credits left.",
    credentials: ['session'],
    // Open to all members: whoever saves has to see the remaining credits.
    access: { who: 'user' },
    answers: { 200: { description: 'What the team has.', schema: billingSchema } },
    errors: [],
  },
} as const satisfies Record<string, Contract>;
