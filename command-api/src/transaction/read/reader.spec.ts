import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { expect, test, vi } from 'vitest';
import type { Person } from '../../kernel/requester.ts';
import { cutOut, deleted, expired, given, requester, stranger, transactionId } from '../testing/histories.ts';
import { createTransactionReader } from './reader.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (ms: number): Date => new Date(Date.now() - ms);

function readerOf({ history = cutOut, ageMs = 0, holdUntil }: Partial<Kept> = {}) {
  const owner = { kind: 'user', userId: requester.userId, teamId: requester.teamId, sessionId: null };
  const row = { owner, version: 3, createdAt: ago(ageMs), holdUntil, deletedAt: null, expiredAt: null };
  const query = vi.fn(async () => [row]);
  const load = async () => ({ state: given(...history), version: 3, beganAt: ago(ageMs).toISOString() });
  const changes = { watch: () => ({ next: async () => undefined, close: () => undefined }) };
  const reader = createTransactionReader({
    database: { query } as never,
    changes: changes as never,
    handler: { load } as never,
    log: createLogger('test', { logLevel: 'silent' }),
  });
  return { admit: (who: Person = requester) => reader.admit(transactionId, who), query };
}

interface Kept {
  readonly history: readonly TransactionEvent[];
  readonly ageMs: number;
  readonly holdUntil: Date | null;
}

test('the reader admits an edit by the log, and reads no row', async () => {
  const { admit, query } = readerOf({ ageMs: DAY_MS - 60_000 });
  await admit();
  expect(query).not.toHaveBeenCalled();
});

test.each([
  ['another user', {}, stranger, 'transaction_not_found'],
  ['the owner of a deleted picture', { history: [...cutOut, deleted] }, requester, 'transaction_not_found'],
  ['the owner of an expired picture', { history: [...cutOut, expired] }, requester, 'image_expired'],
  ['the owner of a picture past its 24 hours', { ageMs: DAY_MS, holdUntil: null }, requester, 'image_expired'],
  ['anyone, of a picture that never was', { history: [] }, requester, 'transaction_not_found'],
] as const)('the reader refuses an edit of %s before it changes anything', async (_who, kept, who, code) => {
  await expect(readerOf(kept).admit(who)).rejects.toMatchObject({ code });
});

test('the owner edits a picture that support holds past its 24 hours', async () => {
  const { admit, query } = readerOf({ ageMs: 2 * DAY_MS, holdUntil: new Date(Date.now() + DAY_MS) });
  await admit();
  expect(query).toHaveBeenCalledOnce();
});
