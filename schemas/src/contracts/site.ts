import { geoSchema } from '../site/geo.ts';
import type { Contract } from './contract.ts';

export const siteContracts = {
  geo: {
    method: 'GET',
    path: '/api/geo/',
    summary:
      'The country that the caller comes from, as a trusted proxy or a database of the operator tells; null where neither does.',
    credentials: [],
    access: { who: 'anyone' },
    answers: { 200: { description: 'The country, ISO 3166.', schema: geoSchema } },
    errors: [],
  },
} as const satisfies Record<string, Contract>;
