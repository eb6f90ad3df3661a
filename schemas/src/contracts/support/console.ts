import {
  failureGroupSchema,
  pictureFactsSchema,
  pictureStateSchema,
  searchAnswerSchema,
  searchBodySchema,
} from '../../support/http.ts';
import { auditEntrySchema, auditExportQuerySchema, auditListQuerySchema } from '../../support/audit-http.ts';
import { ledgerAuditSchema } from '../../credits/audit-http.ts';
import {
  deadLetterSchema,
  redriveAnswerSchema,
  redriveBodySchema,
  rebuildBodySchema,
  workSchema,
} from '../../support/work-http.ts';
import {
  dayFiguresSchema,
  FIGURES_DAYS,
  HISTORY_HOURS,
  signUpCountSchema,
  workHistorySchema,
} from '../../support/figures-http.ts';
import { idSchema } from '../../id.ts';
import { queryNumber } from '../../http/query-number.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const byPicture = {
  credentials: ['session'],
  access: { who: 'staff', roles: ['support', 'auditor'] },
  params: z.object({ id: idSchema }),
  paramsError: 'transaction_not_found',
} as const;
const byLedger = {
  credentials: ['session'],
  access: { who: 'staff', roles: ['billing', 'auditor'] },
  params: z.object({ id: idSchema }),
  paramsError: 'team_not_found',
} as const;
const byAuditor = { credentials: ['session'], access: { who: 'staff', roles: ['auditor'] } } as const;

export const supportContracts = {
  search: {
    method: 'POST',
    path: '/api/staff/search/',
    summary:
      'Finds what one text names: an Error ID, a picture, a save, a team, the exact address of an account, or the SHA-256 of a file. The staff log keeps a keyed digest of the text.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['support', 'billing', 'auditor'] },
    body: searchBodySchema,
    answers: { 200: { description: 'What it was taken for, and what there is.', schema: searchAnswerSchema } },
    errors: ['validation_failed'],
  },
  picture: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/pictures/:id/',
    summary: 'The facts of a picture and its events, also when its files are gone. No pixel.',
    ...byPicture,
    answers: { 200: { description: 'The facts.', schema: pictureFactsSchema } },
    errors: ['transaction_not_found'],
  },
  pictureState: {
    method: 'GET',
    path: '/api/staff/pictures/:id/state/',
    summary: 'What the events of a picture up to a `version` come to, and what those before it came to.',
    ...byPicture,
    query: z.object({ version: queryNumber(z.int().min(1)) }),
    answers: { 200: { description: 'Both states.', schema: pictureStateSchema } },
    errors: ['transaction_not_found', 'validation_failed'],
  },
  failures: {
    method: 'GET',
    path: '/api/staff/failures/',
    summary: 'Failed jobs and refused requests of the last 30 days, those of one cause together, the latest first.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['support', 'operations', 'auditor'] },
    answers: { 200: { description: 'The groups.', schema: z.array(failureGroupSchema) } },
    errors: [],
  },
  signUps: {
    method: 'GET',
    path: '/api/staff/sign-ups/',
    summary: 'How many people signed up by themselves on each day (UTC), by where they came from.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['operations', 'auditor'] },
    query: z.object({ days: queryNumber(z.int().min(1).max(FIGURES_DAYS.most)).default(FIGURES_DAYS.usual) }),
    answers: { 200: { description: 'Oldest day first.', schema: z.array(signUpCountSchema) } },
    errors: ['validation_failed'],
  },
  work: {
    method: 'GET',
    path: '/api/staff/work/',
    summary: 'Who follows the log and in which state, and how many messages wait or were given up.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['support', 'operations', 'auditor'] },
    answers: { 200: { description: 'Subscribers and queues.', schema: workSchema } },
    errors: [],
  },
  workHistory: {
    method: 'GET',
    path: '/api/staff/work/history/',
    summary: 'How much waited in each queue and which jobs ended, of the last `hours`.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['support', 'operations', 'auditor'] },
    query: z.object({ hours: queryNumber(z.int().min(1).max(HISTORY_HOURS.most)).default(HISTORY_HOURS.usual) }),
    answers: { 200: { description: 'Oldest first.', schema: workHistorySchema } },
    errors: ['validation_failed'],
  },
  figures: {
    method: 'GET',
    path: '/api/staff/figures/',
    summary: 'Pictures, HD saves, and credits sold and spent on each day (UTC).',
    credentials: ['session'],
    access: { who: 'staff', roles: ['operations', 'auditor'] },
    query: z.object({ days: queryNumber(z.int().min(1).max(FIGURES_DAYS.most)).default(FIGURES_DAYS.usual) }),
    answers: { 200: { description: 'Oldest day first.', schema: z.array(dayFiguresSchema) } },
    errors: ['validation_failed'],
  },
  rebuild: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/read-models/:name/rebuild/',
    summary: 'Fills a read model again from the first event while the old one serves. `typed` has to be its name.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['operations'] },
    params: z.object({ name: z.string().max(100) }),
    paramsError: 'read_model_not_found',
    body: rebuildBodySchema,
    answers: { 202: { description: 'It is asked for; `GET /api/staff/work/` says how far it is.' } },
    errors: ['read_model_not_found', 'validation_failed'],
  },
  deadLetters: {
    method: 'GET',
    path: '/api/staff/dead-letters/',
    summary:
      'Messages that were given up after all their attempts, the latest first, each with what a redrive would do.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['support', 'operations', 'auditor'] },
    answers: { 200: { description: 'The letters.', schema: z.array(deadLetterSchema) } },
    errors: [],
  },
  redrive: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/dead-letters/redrive/',
    summary: 'Puts dead letters back to be worked on, with a `reason` for the staff log.',
    credentials: ['session'],
    access: { who: 'staff', roles: ['operations'] },
    body: redriveBodySchema,
    answers: { 200: { description: 'Which of them wait again.', schema: redriveAnswerSchema } },
    errors: ['validation_failed'],
  },
  ledger: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/ledgers/:id/',
    summary: "A team's credits, added up from the log beside what the read model shows, with what is wrong.",
    ...byLedger,
    answers: { 200: { description: 'Lines, sums and faults.', schema: ledgerAuditSchema } },
    errors: ['team_not_found'],
  },
  ledgerExport: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/ledgers/:id/export.csv',
    summary: 'The lines with their hash chain, by which the file proves itself later.',
    ...byLedger,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['team_not_found'],
  },
  ledgerVerification: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/ledgers/:id/verification/',
    summary: 'Server-sent events: how far an audit of the ledger is, and what came out as the last one.',
    ...byLedger,
    answers: { 200: { description: 'The stream.', mediaTypes: ['text/event-stream'] } },
    errors: ['team_not_found'],
  },
  audit: {
    method: 'GET',
    path: '/api/staff/audit/',
    summary:
      'What staff did. `filter` (action, staffId, target, from, to), `sort` and `range` are JSON; `Content-Range` tells how much there is.',
    ...byAuditor,
    query: auditListQuerySchema,
    answers: { 200: { description: 'A page of entries.', schema: z.array(auditEntrySchema) } },
    errors: ['validation_failed'],
  },
  auditExport: {
    method: 'GET',
    leavesLine: true,
    path: '/api/staff/audit/export.csv',
    summary: 'All entries that the filter leaves, newest first, as a CSV file in the language of the account.',
    ...byAuditor,
    query: auditExportQuerySchema,
    answers: { 200: { description: 'The file.', mediaTypes: ['text/csv'] } },
    errors: ['validation_failed'],
  },
} as const satisfies Record<string, Contract>;
