import { billingContactsSchema, billingSchema, chooseContactsSchema } from '../billing/http.ts';
import type { Contract } from './contract.ts';

export const billingContracts = {
  billing: {
    method: 'GET',
    path: '/api/billing/',
    summary: "The team's plan, its features, and the credits left.",
    credentials: ['session'],
    // Open to all members: a save shows the remaining credits.
    access: { who: 'user' },
    cache: 'no-store',
    answers: { 200: { description: 'What the team has.', schema: billingSchema } },
    errors: [],
  },
  contacts: {
    method: 'GET',
    path: '/api/billing/contacts/',
    summary: 'Members who get mails about money besides the payer and the invoice address.',
    credentials: ['session'],
    access: { who: 'admin' },
    cache: 'no-store',
    answers: { 200: { description: 'Their ids.', schema: billingContactsSchema } },
    errors: [],
  },
  chooseContacts: {
    method: 'PUT',
    path: '/api/billing/contacts/',
    summary: 'Chooses who gets mails about money besides the payer and the invoice address.',
    credentials: ['session'],
    access: { who: 'admin' },
    body: chooseContactsSchema,
    answers: { 200: { description: 'Their ids.', schema: billingContactsSchema } },
    errors: ['validation_failed', 'user_not_found'],
  },
} as const satisfies Record<string, Contract>;
