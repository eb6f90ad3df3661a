/**
 * Ownership of a save, its spend and its refund, and the end of a save whose picture is deleted: one step at a time, so
 * that no race decides.
 */
import { randomUUID } from 'node:crypto';
import { type CreditPool, spendCredits } from '@clearcut/command-api/credits';
import type { Member } from '@clearcut/command-api/kernel/requester';
import {
  deleteTransaction,
  expireImage,
  pictureStateOf,
  recordSaveFailed,
  type Saved,
  startSavesPolicy,
  type TransactionHandler,
} from '@clearcut/command-api/transaction';
import { cutOut, given, ingredientsOf, requester, uuidOf } from '@clearcut/command-api/transaction/testing/histories';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { ErrorCode } from '@clearcut/schemas/errors';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { contextOf } from './ledger-harness.ts';
import { type Installation, until } from './projections-harness.ts';
import { type SaveSteps, startSaveSteps } from './save-steps.ts';

const log = createLogger('test', { logLevel: 'silent' });
const { teamId } = requester;
const ann: Member = { ...requester, role: 'admin' };
const bob: Member = { ...ann, userId: uuidOf('bob') };

let steps: SaveSteps;
let installation: Installation;
let handler: TransactionHandler;
let creditPool: CreditPool;
let id: string;

beforeAll(async () => {
  steps = await startSaveSteps(100);
  ({ installation, handler, creditPool } = steps);
});
afterAll(() => steps.close());
beforeEach(async () => {
  ({ id } = await steps.write(cutOut));
});

const pictureState = pictureStateOf(ingredientsOf(given(...cutOut)));
const saveIdOf = (transactionId: string): string => derivedId('save', transactionId, pictureState, teamId, '0');

/** Ann's credit is spent, and her process died before any result. */
async function annSpends(transactionId: string): Promise<void> {
  const saveId = saveIdOf(transactionId);
  await creditPool.handle(spendCredits({ teamId, credits: 1, transactionId, saveId, pictureState }), {
    ...contextOf(),
    actor: { kind: 'user', id: ann.userId },
  });
}

/** @param signal aborted: requested, but not awaited */
const save = (who: Member, signal = new AbortController().signal): Promise<Saved> => steps.save(id, who, { signal });

const record = (decide: Parameters<SaveSteps['record']>[1]) => steps.record(id, decide);

const workerFails = () =>
  record(recordSaveFailed({ transactionId: id, saveId: saveIdOf(id), reason: 'render_failed' }));

function startPolicy(): void {
  const policy = startSavesPolicy({ ...installation, handler, creditPool, log });
  onTestFinished(() => policy.stop());
}

/** The ledger's actor for the refund of a picture's save. */
async function refunder(transactionId: string): Promise<unknown> {
  const lines = await installation.eventStore.readStream(`creditPool-${teamId}`);
  return lines.find(({ event }) => event.type === 'CreditsRefunded' && event.data.transactionId === transactionId)
    ?.metadata.actor;
}

async function refunded(transactionId: string): Promise<unknown> {
  await until(async () => (await refunder(transactionId)) !== undefined);
  return refunder(transactionId);
}

const failsWith = (code: ErrorCode) => expect.objectContaining({ code });

test('a credit refunded by the policy is a line of the member who spent it', async () => {
  await annSpends(id);
  const noPicture = randomUUID();
  await annSpends(noPicture);
  startPolicy();
  await until(async () => {
    const { state } = await handler.load(id);
    return state?.phase.status === 'uploaded' && state.picture.saves.length === 1;
  });
  await workerFails();
  expect([await refunded(id), await refunded(noPicture)]).toEqual([
    { kind: 'user', id: ann.userId },
    { kind: 'user', id: ann.userId },
  ]);
});

test('a save reads its picture twice until it waits for its file', async () => {
  await expect(save(ann, AbortSignal.abort())).rejects.toThrow(failsWith('service_unavailable'));
  expect((await handler.load(id)).state).toMatchObject({ picture: { saves: [{ status: 'started' }] } });
  // For the attempt and for the file; the third is this test's.
  expect(steps.reads(id)).toBe(3);
});

test("a save continued by a teammate's request, and its refund, belong to the member who spent", async () => {
  await annSpends(id);
  await expect(save(bob, AbortSignal.abort())).rejects.toThrow(failsWith('service_unavailable'));
  const history = await installation.eventStore.readStream(`transaction-${id}`);
  const started = history.flatMap(({ event }) => (event.type === 'HdSaveStarted' ? [event.data.userId] : []));
  expect(started).toEqual([ann.userId]);
  await workerFails();
  await expect(save(bob)).rejects.toThrow(failsWith('render_failed'));
  expect(await refunder(id)).toEqual({ kind: 'user', id: ann.userId });
});

test.for([
  ['deleted', () => deleteTransaction(id, ann), 'transaction_not_found'],
  ['expired', () => expireImage(id), 'image_expired'],
] as const)('a picture %s during its save is gone, and cannot be retried', async ([, end, code]) => {
  await expect(save(ann, AbortSignal.abort())).rejects.toThrow(failsWith('service_unavailable'));
  await record(end());
  await expect(save(ann)).rejects.toThrow(failsWith(code));
  expect(await refunder(id)).toEqual({ kind: 'user', id: ann.userId });
});
