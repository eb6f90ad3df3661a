import {
  ledgerDaySchema,
  ledgerDaysQuerySchema,
  ledgerEntrySchema,
  ledgerExportQuerySchema,
  ledgerListQuerySchema,
  ledgerSumSchema,
  ledgerSumsQuerySchema,
} from '../credits/http.ts';
import { z } from 'zod';
import type { Contract } from './contract.ts';

const reading = { credentials: ['session'], access: { who: 'user', sections: ['transactionHistory'] } } as const;

export const ledgerContracts = {
  list: {
    method: 'GET',
    path: '/api/admin/credit-ledger/',
    summary:
      "Lines of the team's credit ledger. `filter` (kind, userId, from, to), `sort` and `range` are JSON; `Content-Range` has the total.",
    ...reading,
    query: ledgerListQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'A page of lines.', schema: z.array(ledgerEntrySchema) } },
    errors: ['validation_failed'],
  },
  days: {
    method: 'GET',
    path: '/api/admin/credit-ledger/days/',
    summary: 'Credits granted, spent and expired per day (UTC), from `from` until before `to`.',
    credentials: ['session'],
    // Sums name no person or picture; the billing page charts them.
    access: { who: 'user', sections: ['billing', 'transactionHistory'] },
    query: ledgerDaysQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'The days that have a line, oldest first.', schema: z.array(ledgerDaySchema) } },
    errors: ['validation_failed'],
  },
  export: {
    method: 'GET',
    path: '/api/admin/credit-ledger/export.csv',
    summary: "The filtered lines, newest first, as CSV in the account's language.",
    ...reading,
    query: ledgerExportQuerySchema,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['validation_failed'],
  },
  sums: {
    method: 'GET',
    path: '/api/admin/credit-ledger/sums/',
    summary: 'HD saves and credits spent, by member or by API key, from `from` until before `to`.',
    ...reading,
    query: ledgerSumsQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'The sums, most credits first.', schema: z.array(ledgerSumSchema) } },
    errors: ['validation_failed'],
  },
  exportSums: {
    method: 'GET',
    path: '/api/admin/credit-ledger/sums.csv',
    summary: "The same sums as CSV in the account's language.",
    ...reading,
    query: ledgerSumsQuerySchema,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['validation_failed'],
  },
  verification: {
    method: 'GET',
    path: '/api/admin/credit-ledger/verification/',
    summary:
      'Audits the ledger from the log. Server-sent events with the progress, `{read, total, faults, result}`; the last one has the `result` (`sum`, `shown`).',
    ...reading,
    answers: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
    errors: [],
  },
  proof: {
    method: 'GET',
    path: '/api/admin/credit-ledger/proof.csv',
    summary: 'All lines from the log, oldest first, with a hash chain that shows later changes to the file.',
    ...reading,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: [],
  },
} as const satisfies Record<string, Contract>;
