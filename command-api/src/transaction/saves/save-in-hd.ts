import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import { findSpend, spendCredits } from '../../credits/index.ts';
import { actorOf } from '../../kernel/requester.ts';
import { editable } from '../domain/guards.ts';
import { readReceipt } from '../receipts/receipts.ts';
import type { TransactionState } from '../domain/picture.ts';
import type { Save } from '../domain/saves-state.ts';
import { type Attempt, attemptFor } from './attempt.ts';
import type { By, SaveOrder, SavesDeps } from './dependencies.ts';
import { refundSave, startSave } from './start-and-refund.ts';
import { waitInQueue } from './wait-in-queue.ts';

export interface Saved {
  readonly answer: SaveAnswer;
  /** 0 when the state is free, or already saved. */
  readonly charged: number;
}

export interface BegunSave {
  readonly saveId: string;
  readonly charged: number;
}

/**
 * Each step is recorded before the next; `resume-policy.ts` continues after a crash.
 * @throws CatalogueError what `beginSave` and `finishSave` throw
 */
export async function saveInHd(deps: SavesDeps, order: SaveOrder): Promise<Saved> {
  const deadline = performance.now() + deps.maxWaitMs;
  return finishSave(deps, order, await beginSave(deps, order, deadline), deadline);
}

/**
 * Records the save, which then completes without its requester.
 * @throws CatalogueError no_credits, api_key_credits_used, forbidden, image_not_ready, image_failed,
 * transaction_not_found, image_expired, idempotency_key_reused, save_queued, service_unavailable
 */
export async function beginSave(deps: SavesDeps, order: SaveOrder, deadline: number): Promise<BegunSave> {
  const by = byOf(order);
  const { isBegun, ...attempt } = await attemptFor(deps, order, deadline, by);
  return { saveId: attempt.saveId, charged: isBegun ? 0 : await spend(deps, order, attempt, by) };
}

/**
 * @throws CatalogueError save_failed, render_failed, edit_unreadable, subject_lost (the credit came back),
 * transaction_not_found, save_queued, service_unavailable
 */
export async function finishSave(
  deps: SavesDeps,
  order: SaveOrder,
  { saveId, charged }: BegunSave,
  deadline: number,
): Promise<Saved> {
  const { transactionId, requester } = order;
  const { teamId } = requester;
  const save = await waitInQueue(deps, {
    transactionId,
    deadline,
    read: ({ state }) => endOf(state, saveId),
    isAsking: (event) => event.type === 'HdSaveStarted' && event.data.saveId === saveId,
  });
  if (save.status === 'failed') {
    // Precedes the answer, which mentions the refund.
    if (save.credits > 0) await refundSave(deps.creditPool, save, { ...byOf(order), now: new Date() });
    // Deleted meanwhile: answer like a later request, since a retry cannot succeed.
    if (save.reason === 'picture_removed') editable((await deps.handler.load(transactionId)).state, requester);
    throw new CatalogueError(failureOf(save));
  }
  const [receipt, creditsLeft] = await Promise.all([
    readReceipt(deps, transactionId, saveId),
    deps.creditPool.balance(teamId),
  ]);
  if (receipt === undefined) throw new Error(`Save ${saveId} of picture ${transactionId} has no receipt`);
  return { answer: { id: transactionId, opId: receipt.opId, creditsLeft, receipt }, charged };
}

const byOf = ({ requester, keyId, requestId }: SaveOrder): By => ({
  correlationId: requestId,
  causationId: requestId,
  actor: actorOf(requester, keyId),
});

/** 0 for a free state, or one paid by a concurrent request. */
async function spend(
  deps: SavesDeps,
  { transactionId, requester: { teamId }, allowance }: SaveOrder,
  { credits, seen, ...attempt }: Omit<Attempt, 'isBegun'>,
  by: By,
): Promise<number> {
  const save = { transactionId, teamId, ...attempt };
  if (credits === 0) {
    await startSave(deps.handler, { ...save, credits }, { ...by, now: new Date() }, seen);
    return 0;
  }
  const taken = await allowance?.take(attempt.saveId, credits);
  let charged = 0;
  try {
    const { events } = await deps.creditPool.handle(spendCredits({ ...save, credits }), { ...by, now: new Date() });
    charged = events.length > 0 ? credits : 0;
  } catch (error) {
    // Other errors may follow the append.
    if (error instanceof CatalogueError) await taken?.end(0);
    throw error;
  }
  await taken?.end(charged);
  const spent = charged > 0 ? undefined : await findSpend(deps, teamId, save.saveId);
  // Receipt and refund name the payer, possibly a team-mate.
  const actor = spent?.metadata.actor ?? by.actor;
  await startSave(deps.handler, { ...save, credits }, { ...by, actor, now: new Date() }, seen);
  return charged;
}

export const failureOf = ({ reason }: Save): ErrorCode =>
  reason === 'edit_unreadable' || reason === 'render_failed' || reason === 'subject_lost' ? reason : 'save_failed';

export function endOf(state: TransactionState, saveId: string): Save | undefined {
  const save = state?.picture.saves.find((one) => one.saveId === saveId);
  return save?.status === 'started' ? undefined : save;
}
