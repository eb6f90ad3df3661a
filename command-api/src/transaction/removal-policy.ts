import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { eraseFileName } from '../identity/file-names.ts';

/** Removes a picture, everything made from it and its name. Doing it again is harmless. */
export async function purge(
  { database, blobStore }: { readonly database: Tx; readonly blobStore: BlobStore },
  transactionId: string,
): Promise<void> {
  await blobStore.deletePrefix(`transaction/${transactionId}/`);
  await eraseFileName(database, transactionId);
}

/** Reacts to a transaction's end: the facts stay, the picture goes. */
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
    log,
    handle: async (tx, events) => {
      for (const { event } of events) {
        if (event.type !== 'TransactionDeleted' && event.type !== 'ImageExpired') continue;
        await purge({ database: tx, blobStore }, event.data.transactionId);
      }
    },
  });
}
