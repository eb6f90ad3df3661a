import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { SaveAnswer } from '@clearcut/schemas/transaction/saves-http';
import { findSpend } from '../../credits/find-spend.ts';
import type { CreditPool } from '../../credits/handler.ts';
import type { Circumstances } from '../../kernel/command-context.ts';
import { actorOf, type Member } from '../../kernel/requester.ts';
import { waitUntil } from '../../kernel/wait-until.ts';
import type { TransactionChanges } from '../changes.ts';
import { editable } from '../guards.ts';
import type { TransactionHandler } from '../handler.ts';
import { pictureStateOf } from './picture-state.ts';
import { readReceipt } from '../receipts/receipts.ts';
import { requestBefore, type SaveIntent } from './requests.ts';
import type { Save } from '../state/saves.ts';
import { refundSave, startSave } from './start-and-refund.ts';
import type { TransactionState } from '../state/picture.ts';

/** How long a request may wait for its file. The save itself goes on, and a repeat joins it. */
const PATIENCE_MS = 60_000;
/** In case no notification tells of a change. */
const RECHECK_MS = 1_000;

export interface SavesDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly handler: TransactionHandler;
  readonly creditPool: CreditPool;
  readonly changes: TransactionChanges;
  /** Aborted when the process stops: what waits ends, and the policy of another process goes on. */
  readonly signal: AbortSignal;
}

export interface SaveOrder {
  readonly transactionId: string;
  readonly requester: Member;
  readonly requestId: string;
  /**
   * The operation that the picture was the result of when the save was asked for: while it waits, the picture may be edited on.
   * Undefined for a repeat, of which the log tells what it is about.
   */
  readonly opId: string | undefined;
  /** Of a request that is to be taken down. */
  readonly intent: SaveIntent | undefined;
  readonly hasKey: boolean;
}

/** The log has the time at which each step was taken. */
type By = Omit<Circumstances, 'now'>;

export interface Saved {
  readonly answer: SaveAnswer;
  /** Credits that this very request cost: none when the state was saved, or about to be, already. */
  readonly charged: number;
}

/**
 * Saves a picture in HD as it was when that was asked for: spends, begins, and waits until the file is there. Each step is recorded
 * before the next, each may be repeated, and `resume-policy.ts` goes on where a process died.
 * @throws CatalogueError no_credits, save_failed, render_failed, edit_unreadable (nothing was charged, or it came back), image_not_ready, image_failed,
 * transaction_not_found, image_expired, idempotency_key_reused, service_unavailable when it takes too long
 */
export async function saveInHd(deps: SavesDeps, order: SaveOrder): Promise<Saved> {
  const deadline = Date.now() + PATIENCE_MS;
  const { transactionId, requester, requestId } = order;
  const by: By = { correlationId: requestId, causationId: requestId, actor: actorOf(requester) };
  const { teamId } = requester;
  const { isBegun, saveId, pictureState } = await attemptFor(deps, order, deadline, by);
  const charged = isBegun ? 0 : await spend(deps, { transactionId, saveId, pictureState, teamId }, by);

  const save = await waitFor(deps, transactionId, deadline, (state) => endOf(state, saveId));
  if (save === undefined) throw new CatalogueError('service_unavailable');
  if (save.status === 'failed') {
    // Before the answer, which says so.
    await refundSave(deps.creditPool, save, { ...by, now: new Date() });
    // Deleted meanwhile: answer as a later request would; a retry cannot succeed.
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

interface Attempt {
  readonly saveId: string;
  readonly pictureState: string;
  /** It was paid before. */
  readonly isBegun: boolean;
}

/** Which attempt to save which state is meant. What a key stands for is in the log before it can cost anything. */
async function attemptFor(deps: SavesDeps, order: SaveOrder, deadline: number, by: By): Promise<Attempt> {
  const { transactionId, requester, intent, hasKey } = order;
  const { state } = await deps.handler.load(transactionId);
  const asked = intent && requestBefore(intent, state);
  if (asked !== undefined) return { ...asked, isBegun: hasBegun(state, asked.saveId) };

  const attempt = await attemptAnew(deps, order, deadline);
  if (intent === undefined) return attempt;
  const { saveId, pictureState } = attempt;
  const requested = await deps.handler.handle(
    transactionId,
    { type: 'RequestSave', transactionId, requester, request: { ...intent, saveId, pictureState }, hasKey },
    { ...by, commandId: intent.requestId, now: new Date() },
  );
  // Of two tries of one request that race, the later one means what the earlier one found.
  const meant = requestBefore(intent, requested.state) ?? attempt;
  return { ...meant, isBegun: hasBegun(requested.state, meant.saveId) };
}

/** The attempt to save the picture as the request found it. */
async function attemptAnew(
  deps: SavesDeps,
  { transactionId, requester, opId }: SaveOrder,
  deadline: number,
): Promise<Attempt> {
  const picture = await waitFor(deps, transactionId, deadline, (state) => {
    const found = editable(state, requester);
    return found.phase.refinement === 'open' ? undefined : { ...found.picture, matte: found.phase.matte };
  });
  if (picture === undefined) throw new CatalogueError('image_not_ready');
  const pictureState = pictureStateOf(picture, opId);
  const ofState = picture.saves.filter((save) => save.pictureState === pictureState);
  const before = ofState.find(({ status }) => status !== 'failed');
  // After a failure it is another attempt, which is charged anew; every other repeat is the same one.
  const saveId =
    before?.saveId ?? derivedId('save', transactionId, pictureState, requester.teamId, String(ofState.length));
  return { saveId, pictureState, isBegun: before !== undefined };
}

const hasBegun = (state: TransactionState, saveId: string): boolean =>
  state?.picture.saves.some((save) => save.saveId === saveId) === true;

/** Returns how many credits it cost: 0 when another request spent them for the same attempt at this moment. */
async function spend(
  deps: SavesDeps,
  save: { transactionId: string; saveId: string; pictureState: string; teamId: string },
  by: By,
): Promise<number> {
  const credits = HD_SAVE_CREDITS;
  const { events } = await deps.creditPool.handle(
    { type: 'SpendCredits', ...save, credits },
    { ...by, now: new Date() },
  );
  const spent = events.length > 0 ? undefined : await findSpend(deps, save.teamId, save.saveId);
  // Its receipt and its refund name who paid, which may be a team-mate.
  const actor = spent?.metadata.actor ?? by.actor;
  await startSave(deps.handler, { ...save, credits }, { ...by, actor, now: new Date() });
  return events.length > 0 ? credits : 0;
}

/** What its owner is told of a save that failed. */
const failureOf = ({ reason }: Save): ErrorCode =>
  reason === 'edit_unreadable' || reason === 'render_failed' ? reason : 'save_failed';

function endOf(state: TransactionState, saveId: string): Save | undefined {
  const save = state?.picture.saves.find((one) => one.saveId === saveId);
  return save?.status === 'started' ? undefined : save;
}

/** What `read` finds in the log, looking again at each change; undefined when the time is over or the process stops. */
async function waitFor<T>(
  { handler, changes, signal }: SavesDeps,
  transactionId: string,
  deadline: number,
  read: (state: TransactionState) => T | undefined,
): Promise<T | undefined> {
  const watch = changes.watch(transactionId);
  try {
    return await waitUntil(async () => read((await handler.load(transactionId)).state), {
      deadline,
      pause: (ms) => watch.next(ms, signal),
      recheckMs: RECHECK_MS,
      signal,
    });
  } finally {
    watch.close();
  }
}
