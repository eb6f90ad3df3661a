import { landingAnswerSchema, landingBodySchema } from '../site/landing.ts';
import type { Contract } from './contract.ts';

export const attributionContracts = {
  land: {
    method: 'POST',
    path: '/api/analytics/landing/',
    summary:
      "Records the campaign that led a visitor here, for at most 13 months. Keeps the path and the campaign's parameters; click ids only with full consent, which `visitor_id` adds later on the visit.",
    credentials: [],
    access: { who: 'anyone' },
    body: landingBodySchema,
    cache: 'no-store',
    answers: {
      201: { description: 'The visitor number and source.', schema: landingAnswerSchema },
    },
    errors: ['validation_failed', 'too_many_attempts'],
  },
} as const satisfies Record<string, Contract>;
