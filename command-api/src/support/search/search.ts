import type { Database } from '@clearcut/platform/database/database';
import { findInIndex, type IndexEntry } from '@clearcut/projections/support-index/queries';
import { findIdsOfUser } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { idSchema } from '@clearcut/schemas/id';
import type { Found, SearchAnswer } from '@clearcut/schemas/support/http';
import type { LookupKind } from '@clearcut/schemas/support/kinds';
import { sha256Schema } from '@clearcut/schemas/transaction/picture';
import { findAccountByEmail } from '../../accounts/index.ts';
import { findErrorReport } from '../failures/error-reports.ts';
import { searchPayments } from './payments.ts';

const LOOKED_BY: Readonly<Record<IndexEntry['kind'], LookupKind>> = {
  request: 'error-id',
  picture: 'transaction',
  save: 'receipt',
  file: 'file-hash',
  team: 'team',
  account: 'team',
  message: 'error-id',
};

const PAGE_OF: Readonly<Record<string, Exclude<Found['kind'], 'error'>>> = {
  transaction: 'picture',
  creditPool: 'team',
  subscription: 'team',
  team: 'team',
  account: 'account',
  contactMessage: 'message',
};

const MAX_PICTURES = 20;

/** @throws CatalogueError validation_failed for a text that can name nothing */
export async function search(database: Database, text: string): Promise<SearchAnswer> {
  const id = idSchema.safeParse(text);
  if (id.success) return byId(database, id.data);
  const digest = sha256Schema.safeParse(text.toLowerCase());
  if (digest.success) return { by: 'file-hash', found: pagesOf(await findInIndex(database, digest.data)) };
  const payment = await searchPayments(database, text);
  if (payment !== undefined) return payment;
  if (text.includes('@')) return { by: 'email', found: await byEmail(database, text) };
  throw new CatalogueError('validation_failed', {
    validationErrors: {
      q: 'Type an id, an email address, the SHA-256 of a file, an invoice number, or the last four digits of a card and a day (4242 2026-05-01)',
    },
  });
}

async function byId(database: Database, id: string): Promise<SearchAnswer> {
  const [entries, report] = await Promise.all([findInIndex(database, id), findErrorReport(database, id)]);
  const [first] = entries;
  const refused: Found[] =
    report === undefined
      ? []
      : [
          {
            kind: 'error',
            id,
            at: report.at.toISOString(),
            code: report.code,
            status: report.status,
            route: report.route,
          },
        ];
  return {
    by: first === undefined ? 'error-id' : LOOKED_BY[first.kind],
    found: [...refused, ...pagesOf(entries)],
  };
}

/** Each once, oldest first. */
function pagesOf(entries: readonly IndexEntry[]): Found[] {
  const pages = new Map<string, Found>();
  for (const { stream, at } of entries) {
    const dash = stream.indexOf('-');
    const [kind, id] = [PAGE_OF[stream.slice(0, dash)], stream.slice(dash + 1)];
    if (kind === undefined || pages.has(`${kind} ${id}`)) continue;
    pages.set(`${kind} ${id}`, { kind, id, at: at.toISOString() });
  }
  return [...pages.values()];
}

async function byEmail(database: Database, email: string): Promise<Found[]> {
  const account = await findAccountByEmail(database, email);
  if (account === undefined) return [];
  const pictures = await findIdsOfUser(database, account.id);
  return [
    { kind: 'account', id: account.id, at: account.createdAt.toISOString() },
    { kind: 'team', id: account.teamId, at: null },
    ...pictures.slice(0, MAX_PICTURES).map((id) => ({ kind: 'picture', id, at: null }) as const),
  ];
}
