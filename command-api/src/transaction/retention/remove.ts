import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { replayPrefix } from '@clearcut/schemas/support/replay/replay';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { eraseFileNames } from './file-names.ts';

/** Sequential calls to a distant store would exceed a full batch's time, and be retried forever. */
export const REMOVAL_CONCURRENCY = 16;

/** Removes pictures, everything made from them and their names. Idempotent. */
export async function purge(
  { database, blobStore }: { readonly database: Tx; readonly blobStore: Pick<BlobStore, 'deletePrefix'> },
  ...transactionIds: readonly string[]
): Promise<void> {
  for (let from = 0; from < transactionIds.length; from += REMOVAL_CONCURRENCY) {
    const some = transactionIds.slice(from, from + REMOVAL_CONCURRENCY);
    // Includes files of replays.
    await Promise.all(
      some.map(async (id) => {
        await blobStore.deletePrefix(`transaction/${id}/`);
        await blobStore.deletePrefix(replayPrefix(id));
      }),
    );
  }
  await eraseFileNames(database, transactionIds);
}

export function startRemovalPolicy({
  eventStore,
  database,
  blobStore,
  log,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    name: 'removal-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['transaction'] },
    types: ['TransactionDeleted', 'ImageExpired'],
    log,
    handle: (tx, events) => purge({ database: tx, blobStore }, ...events.map(({ event }) => event.data.transactionId)),
  });
}
