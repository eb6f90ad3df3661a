import { geoSchema } from '../site/geo.ts';
import type { Contract } from './contract.ts';

export const siteContracts = {
  geo: {
    method: 'GET',
    path: '/api/geo/',
    summary: "The caller's country, from a trusted proxy or the operator's database; null if unknown.",
    credentials: [],
    access: { who: 'anyone' },
    cache: 'no-store',
    answers: { 200: { description: 'The country, ISO 3166.', schema: geoSchema } },
    errors: [],
  },
} as const satisfies Record<string, Contract>;
