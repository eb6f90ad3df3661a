import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import { JOB_PRIORITY } from '@clearcut/schemas/transaction/jobs';
import { mayCall } from '../../http/access.ts';
import { type Loaded, startingWith } from '../../kernel/command-handler.ts';
import type { Member } from '../../kernel/requester.ts';
import { editable, refuseGuess } from '../domain/guards.ts';
import { mayOpen } from '../domain/ownership.ts';
import type { TransactionState } from '../domain/picture.ts';
import { saveContracts } from '@clearcut/schemas/contracts/transaction/saves';
import type { By, SaveOrder, SavesDeps } from './dependencies.ts';
import { pictureStateOf } from '../domain/picture-state.ts';
import { refuseUnpayable } from './payable.ts';
import { priceOf } from './price.ts';
import { requestBefore, requestSave } from '../domain/save-requests.ts';
import { waitInQueue } from './wait-in-queue.ts';

export interface Attempt {
  readonly saveId: string;
  readonly pictureState: string;
  readonly isBegun: boolean;
  /** Price of the state, charged unless the attempt has begun. */
  readonly credits: number;
  /** Picture as last seen. */
  readonly seen: Loaded<TransactionState>;
}

/**
 * Logs what a key stands for before it costs anything.
 * @throws CatalogueError no_credits, api_key_credits_used, guess_unconfirmed, forbidden, save_queued, what `editable`
 * throws
 */
export async function attemptFor(deps: SavesDeps, order: SaveOrder, deadline: number, by: By): Promise<Attempt> {
  const { transactionId, intent, hasKey } = order;
  const known = order.known ?? (await deps.handler.load(transactionId));
  const { state } = known;
  const asked = intent && requestBefore(intent, state);
  if (asked !== undefined) {
    await requesterNow(deps, order, state);
    const credits = priceOf(deps, state, asked.pictureState);
    return { ...asked, isBegun: hasBegun(state, asked.saveId), credits, seen: known };
  }

  if (editable(state, order.requester).phase.refinement === 'open') await refuseUnpayable(deps, order, state);
  const attempt = await newAttempt(deps, order, deadline, known);
  const { seen } = attempt;
  const requester = await requesterNow(deps, order, seen.state);
  // Another subject may have been guessed meanwhile.
  if (!attempt.isBegun) refuseGuess(seen.state, order.acceptsGuess);
  if (intent === undefined) return { ...attempt, credits: priceOf(deps, seen.state, attempt.pictureState) };
  const { saveId, pictureState } = attempt;
  const requested = await deps.handler.handle(
    transactionId,
    requestSave({ transactionId, requester, request: { ...intent, saveId, pictureState }, hasKey }),
    { ...by, commandId: intent.requestId, now: new Date() },
    { load: startingWith(seen, () => deps.handler.load(transactionId)) },
  );
  // The later of racing tries adopts the earlier attempt.
  const meant = requestBefore(intent, requested.state) ?? attempt;
  const credits = priceOf(deps, requested.state, meant.pictureState);
  return { ...meant, isBegun: hasBegun(requested.state, meant.saveId), credits, seen: requested };
}

async function newAttempt(
  deps: SavesDeps,
  { transactionId, requester, opId, intent }: SaveOrder,
  deadline: number,
  known: Loaded<TransactionState>,
): Promise<Omit<Attempt, 'credits'>> {
  let seen = known;
  const picture = await waitInQueue(deps, {
    transactionId,
    deadline,
    known,
    read: (read) => {
      seen = read;
      const found = editable(read.state, requester);
      return found.phase.refinement === 'open' ? undefined : { ...found.picture, matte: found.phase.matte };
    },
    isAsking: ({ type }) => type === 'BackgroundRemoved',
    raisedPriority: intent?.isBulk === true ? JOB_PRIORITY.bulkRenderHd : JOB_PRIORITY.renderHd,
  });
  const pictureState = pictureStateOf(picture, opId);
  const ofState = picture.saves.filter((save) => save.pictureState === pictureState);
  const before = ofState.find(({ status }) => status !== 'failed');
  // Only a failure makes a repeat a new attempt.
  const saveId =
    before?.saveId ?? derivedId('save', transactionId, pictureState, requester.teamId, String(ofState.length));
  return { saveId, pictureState, isBegun: before !== undefined, seen };
}

/**
 * A minute later a former member must spend nothing.
 * @throws CatalogueError forbidden, transaction_not_found
 */
async function requesterNow(
  { memberNow }: SavesDeps,
  { requester }: SaveOrder,
  state: TransactionState,
): Promise<Member> {
  const member = await memberNow(requester);
  if (member === undefined || !mayCall(member, saveContracts.save.access)) throw new CatalogueError('forbidden');
  if (state === null || !mayOpen(member, state.picture.owner)) throw new CatalogueError('transaction_not_found');
  return member;
}

const hasBegun = (state: TransactionState, saveId: string): boolean =>
  state?.picture.saves.some((save) => save.saveId === saveId) === true;
