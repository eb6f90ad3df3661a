import type { Database } from '@clearcut/platform/database/database';
import { readCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findIdsOfUser, transactionChanged } from '@clearcut/projections/transaction/queries';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { beginsPicture, type UserOwner } from '@clearcut/schemas/transaction/events';
import type { TransactionHandler } from '../transaction/handler.ts';
import { closeAccount, type ClosingDeps } from '../identity/account/close-account.ts';
import type { Member } from '../kernel/requester.ts';

interface PolicyDeps extends ClosingDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly transactions: TransactionHandler;
  readonly log: Logger;
}

interface PictureOfUser {
  readonly transactionId: string;
  readonly owner: Pick<UserOwner, 'userId' | 'teamId'>;
}

const ACTOR = { kind: 'system', id: 'closing-policy' } as const;

/**
 * Who is no member of a team any more has no account: it is closed, and its data and pictures are erased. Those who removed the
 * member did most of it at once; this finishes what a crash kept them from. A picture that was on its way when its owner left is erased
 * as soon as the log tells of it: whose it will be is settled before its bytes are read, and it could neither be opened nor deleted for a day.
 */
export function startClosingPolicy(deps: PolicyDeps): Subscriber {
  const { eventStore, database, log } = deps;
  return startSubscriber({
    name: 'closing-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['team', 'transaction'] },
    types: ['MemberRemoved', 'ImageUploaded', 'ImageForked', 'ImageLinked'],
    log,
    handle: async (_tx, events) => {
      for (const { event, ...recorded } of events) {
        const circumstances = circumstancesOf(recorded);
        const picture = pictureOfUser(event);
        if (event.type === 'MemberRemoved') {
          const { userId, teamId, reason } = event.data;
          const by = reason === 'removed-by-admin' ? 'admin' : 'owner';
          await closeAccount(deps, { userId, by }, circumstances);
          await deletePictures(deps, { userId, teamId }, circumstances);
        } else if (picture !== undefined) {
          // Closed in the branch above, where the log tells first that the member left.
          const { state } = await deps.accounts.load(picture.owner.userId);
          if (state.status === 'closed') await deletePicture(deps, picture, circumstances);
        }
      }
    },
  });
}

function circumstancesOf({ id, metadata }: Pick<RecordedEvent, 'id' | 'metadata'>) {
  return { correlationId: metadata.correlationId, causationId: id, actor: ACTOR, now: new Date() };
}

/** The picture that an event makes a user's. */
function pictureOfUser(event: ClearcutEvent): PictureOfUser | undefined {
  if (!beginsPicture(event) && event.type !== 'ImageLinked') return undefined;
  const { owner, transactionId } = event.data;
  return owner.kind === 'user' ? { transactionId, owner } : undefined;
}

/** In the name of the owner, who has left: without rights beyond that. */
async function deletePicture(
  { transactions }: PolicyDeps,
  { transactionId, owner: { userId, teamId } }: PictureOfUser,
  circumstances: ReturnType<typeof circumstancesOf>,
): Promise<void> {
  const requester: Member = {
    kind: 'user',
    userId,
    teamId,
    role: 'limited',
    permissions: [],
    mayDeleteOwnAccount: false,
    isStaff: false,
    staffRoles: [],
    hasSecondFactor: false,
  };
  await transactions.handle(
    transactionId,
    { type: 'DeleteTransaction', transactionId, requester },
    { ...circumstances, commandId: derivedId('delete', transactionId) },
  );
}

async function deletePictures(
  deps: PolicyDeps,
  owner: PictureOfUser['owner'],
  circumstances: ReturnType<typeof circumstancesOf>,
): Promise<void> {
  const { database, eventStore } = deps;
  const remove = (transactionId: string) => deletePicture(deps, { transactionId, owner }, circumstances);
  // Before its rows are read: those that come between the two are met twice, which is harmless, and not passed over.
  const shownUpTo = await readCheckpoint(database, { schema: transactionChanged, name: 'transaction' });
  for (const id of await findIdsOfUser(database, owner.userId)) await remove(id);
  for await (const id of picturesAfter(shownUpTo, eventStore, owner.userId)) await remove(id);
}

/** Ids of the user's pictures that the log tells of after a position. */
async function* picturesAfter(
  position: Position | null,
  eventStore: EventStore<ClearcutEvent>,
  userId: string,
): AsyncGenerator<string> {
  let from = position;
  for (;;) {
    const batch: EventBatch<ClearcutEvent> = await eventStore.readAll({
      from,
      filter: { categories: ['transaction'] },
    });
    for (const { event } of batch.events) {
      const picture = pictureOfUser(event);
      if (picture?.owner.userId === userId) yield picture.transactionId;
    }
    // While a writer hangs the end is not known; what came before the member left has been read all the same.
    if (batch.caughtUp || batch.events.length === 0) return;
    from = batch.position;
  }
}
