import { landingAnswerSchema, landingBodySchema } from '../site/landing.ts';
import type { Contract } from './contract.ts';

export const attributionContracts = {
  land: {
    method: 'POST',
    path: '/api/analytics/landing/',
    summary:
      'Keeps by which campaign a visitor came, under a new number, for 13 months at most. Of the address its path and the parameters of campaigns are kept, and ids of clicks only with a consent to everything.',
    credentials: [],
    access: { who: 'anyone' },
    body: landingBodySchema,
    answers: {
      201: { description: 'The number of the visitor, and where they came from.', schema: landingAnswerSchema },
    },
    errors: ['validation_failed', 'too_many_attempts'],
  },
} as const satisfies Record<string, Contract>;
