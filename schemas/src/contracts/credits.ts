import {
  ledgerDaySchema,
  ledgerDaysQuerySchema,
  ledgerEntrySchema,
  ledgerExportQuerySchema,
  ledgerListQuerySchema,
} from '../credits/http.ts';
import { z } from 'zod';
import type { Contract } from './contract.ts';

const reading = { credentials: ['session'], access: { who: 'user', sections: ['transactionHistory'] } } as const;

export const ledgerContracts = {
  list: {
    method: 'GET',
    path: '/api/admin/credit-ledger/',
    summary:
      "The lines of the team's credit ledger. `filter` (kind, userId, from, to), `sort` and `range` are JSON; `Content-Range` tells how many there are.",
    ...reading,
    query: ledgerListQuerySchema,
    answers: { 200: { description: 'A page of lines.', schema: z.array(ledgerEntrySchema) } },
    errors: ['validation_failed'],
  },
  days: {
    method: 'GET',
    path: '/api/admin/credit-ledger/days/',
    summary: 'Credits granted, spent and ended on each day (UTC) from `from` until before `to`.',
    credentials: ['session'],
    // Sums name no person or picture; the billing page charts them.
    access: { who: 'user', sections: ['billing', 'transactionHistory'] },
    query: ledgerDaysQuerySchema,
    answers: { 200: { description: 'The days that have a line, oldest first.', schema: z.array(ledgerDaySchema) } },
    errors: ['validation_failed'],
  },
  export: {
    method: 'GET',
    path: '/api/admin/credit-ledger/export.csv',
    summary: 'All lines that the filter leaves, newest first, as a CSV file in the language of the account.',
    ...reading,
    query: ledgerExportQuerySchema,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['validation_failed'],
  },
  verification: {
    method: 'GET',
    path: '/api/admin/credit-ledger/verification/',
    summary:
      'Server-sent events: how far an audit of the ledger is, `{read, total, faults, result}`. The ledger is added up from the log; `result` (`sum`, `shown`) comes with the last one.',
    ...reading,
    answers: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
    errors: [],
  },
  proof: {
    method: 'GET',
    path: '/api/admin/credit-ledger/proof.csv',
    summary: 'All lines as the log has them, oldest first, with a hash chain by which the file proves itself later.',
    ...reading,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: [],
  },
} as const satisfies Record<string, Contract>;
