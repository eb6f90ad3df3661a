import { securityEntrySchema, securityExportQuerySchema, securityListQuerySchema } from '../security/http.ts';
import { z } from 'zod';
import type { Contract } from './contract.ts';

const reading = { credentials: ['session'], access: { who: 'admin' } } as const;

export const securityContracts = {
  list: {
    method: 'GET',
    path: '/api/admin/security-log/',
    summary:
      "The team's security log: logins, and changes of rights, addresses, passwords and credits. `filter` (kind, userId, from, to), `sort` and `range` are JSON; `Content-Range` has the total.",
    ...reading,
    query: securityListQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'A page of entries.', schema: z.array(securityEntrySchema) } },
    errors: ['validation_failed'],
  },
  export: {
    method: 'GET',
    path: '/api/admin/security-log/export.csv',
    summary: "The filtered entries, newest first, as CSV in the account's language.",
    ...reading,
    query: securityExportQuerySchema,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['validation_failed'],
  },
} as const satisfies Record<string, Contract>;
