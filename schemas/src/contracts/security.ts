import { securityEntrySchema, securityExportQuerySchema, securityListQuerySchema } from '../security/http.ts';
import { z } from 'zod';
import type { Contract } from './contract.ts';

const reading = { credentials: ['session'], access: { who: 'admin' } } as const;

export const securityContracts = {
  list: {
    method: 'GET',
    path: '/api/admin/security-log/',
    summary:
      'Logins, failed logins, changes of rights, addresses, passwords and credits of the team. `filter` (kind, userId, from, to), `sort` and `range` are JSON; `Content-Range` tells how many there are.',
    ...reading,
    query: securityListQuerySchema,
    answers: { 200: { description: 'A page of entries.', schema: z.array(securityEntrySchema) } },
    errors: ['validation_failed'],
  },
  export: {
    method: 'GET',
    path: '/api/admin/security-log/export.csv',
    summary: 'All entries that the filter leaves, newest first, as a CSV file in the language of the account.',
    ...reading,
    query: securityExportQuerySchema,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['validation_failed'],
  },
} as const satisfies Record<string, Contract>;
