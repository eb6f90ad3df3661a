import type { Database } from '@clearcut/platform/database/database';
import { readCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findIdsOfUser, transactionChanged } from '@clearcut/projections/transaction/queries';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { beginsPicture, type UserOwner } from '@clearcut/schemas/transaction/events';
import { closeAccount, type ClosingDeps } from './account/close-account.ts';
import type { DeletePictureOfUser } from './ports.ts';

interface PolicyDeps extends ClosingDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly deletePicture: DeletePictureOfUser;
  readonly log: Logger;
}

interface PictureOfUser {
  readonly transactionId: string;
  readonly owner: Pick<UserOwner, 'userId' | 'teamId'>;
}

const ACTOR = { kind: 'system', id: 'closing-policy' } as const;

/**
 * Closes accounts without a team and erases their data and pictures, finishing what a crash left. Also erases late
 * pictures of former members when logged: no member could open or delete them.
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
          const { state } = await deps.accounts.load(picture.owner.userId);
          if (state.status === 'closed') await deps.deletePicture(picture.transactionId, picture.owner, circumstances);
        }
      }
    },
  });
}

function circumstancesOf({ id, metadata }: Pick<RecordedEvent, 'id' | 'metadata'>) {
  return { correlationId: metadata.correlationId, causationId: id, actor: ACTOR, now: new Date() };
}

function pictureOfUser(event: ClearcutEvent): PictureOfUser | undefined {
  if (!beginsPicture(event) && event.type !== 'ImageLinked') return undefined;
  const { owner, transactionId } = event.data;
  return owner.kind === 'user' ? { transactionId, owner } : undefined;
}

async function deletePictures(
  deps: PolicyDeps,
  owner: PictureOfUser['owner'],
  circumstances: ReturnType<typeof circumstancesOf>,
): Promise<void> {
  const { database, eventStore } = deps;
  const remove = (transactionId: string) => deps.deletePicture(transactionId, owner, circumstances);
  // Read before the rows: pictures arriving in between are met twice, which is harmless, rather than missed.
  const shownUpTo = await readCheckpoint(database, { schema: transactionChanged, name: 'transaction' });
  for (const id of await findIdsOfUser(database, owner.userId)) await remove(id);
  for await (const id of picturesAfter(shownUpTo, eventStore, owner.userId)) await remove(id);
}

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
    // With a hung writer the end is unknown, but everything before the member left has been read.
    if (batch.caughtUp || batch.events.length === 0) return;
    from = batch.position;
  }
}
