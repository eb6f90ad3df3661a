import type { Database } from '@clearcut/platform/database/database';
import { readCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findIdsOfUser, transactionChanged } from '@clearcut/projections/transaction/queries';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { TransactionHandler } from '../transaction/handler.ts';
import { closeAccount, type ClosingParts } from './closing.ts';
import type { UserRequester } from './requester.ts';

interface PolicyParts extends ClosingParts {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly transactions: TransactionHandler;
  readonly log: Logger;
}

const ACTOR = { kind: 'system', id: 'closing-policy' } as const;

/**
 * Who is no member of a team any more has no account: it is closed, and its data and pictures are erased. Those who removed the
 * member did most of it at once; this finishes what a crash kept them from.
 */
export function startClosingPolicy(parts: PolicyParts): Subscriber {
  const { eventStore, database, log } = parts;
  return startSubscriber({
    name: 'closing-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['team'] },
    log,
    handle: async (_tx, events) => {
      for (const { event, ...recorded } of events) {
        if (event.type !== 'MemberRemoved') continue;
        const { userId, teamId, reason } = event.data;
        const circumstances = circumstancesOf(recorded);
        const by = reason === 'account-closed' ? 'owner' : 'admin';
        await closeAccount(parts, { userId, by }, circumstances);
        await deletePictures(parts, { userId, teamId }, circumstances);
      }
    },
  });
}

function circumstancesOf({ id, metadata }: Pick<RecordedEvent, 'id' | 'metadata'>) {
  return { correlationId: metadata.correlationId, causationId: id, actor: ACTOR, now: new Date() };
}

async function deletePictures(
  { database, eventStore, transactions }: PolicyParts,
  ids: { readonly userId: string; readonly teamId: string },
  circumstances: ReturnType<typeof circumstancesOf>,
): Promise<void> {
  // In the name of their owner, who has left: without rights beyond that.
  const requester: UserRequester = {
    kind: 'user',
    ...ids,
    role: 'limited',
    permissions: [],
    mayDeleteOwnAccount: false,
    isStaff: false,
    sessionId: ids.userId,
    anonymousSessionId: null,
  };
  const remove = (transactionId: string) =>
    transactions.handle(
      transactionId,
      { type: 'DeleteTransaction', transactionId, requester },
      { ...circumstances, commandId: derivedId('delete', transactionId) },
    );
  // Before its rows are read: those that come between the two are met twice, which is harmless, and not passed over.
  const shownUpTo = await readCheckpoint(database, { schema: transactionChanged, name: 'transaction' });
  for (const id of await findIdsOfUser(database, ids.userId)) await remove(id);
  for await (const id of picturesAfter(shownUpTo, eventStore, ids.userId)) await remove(id);
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
      if (event.type !== 'ImageUploaded' && event.type !== 'ImageLinked') continue;
      const { owner, transactionId } = event.data;
      if (owner.kind === 'user' && owner.userId === userId) yield transactionId;
    }
    // While a writer hangs the end is not known; what came before the member left has been read all the same.
    if (batch.caughtUp || batch.events.length === 0) return;
    from = batch.position;
  }
}
