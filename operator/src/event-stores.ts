import { setTimeout as delay } from 'node:timers/promises';
import { openKurrentDb } from '@clearcut/platform/adapters';
import { UsageError } from '@clearcut/platform/cli/command';
import { loadConfig } from '@clearcut/platform/config/config';
import { createDatabase } from '@clearcut/platform/database/database';
import type { EventStore, Position } from '@clearcut/platform/event-store/port';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import type { Options } from './command.ts';

const BATCH_SIZE = 500;

interface OpenStore {
  readonly eventStore: EventStore<ClearcutEvent>;
  close(): Promise<void>;
}

/** Opens `--from` and `--to`, and closes them afterwards. @throws UsageError */
export async function betweenStores<T>(
  command: string,
  { from, to }: Options,
  work: (source: EventStore<ClearcutEvent>, target: EventStore<ClearcutEvent>) => Promise<T>,
): Promise<T> {
  if (from === undefined || to === undefined || from === to) {
    throw new UsageError(`${command} takes --from and --to, the addresses of two event stores.`);
  }
  // Parses both addresses before opening either.
  const [openSource, openTarget] = [opener(from), opener(to)];
  const source = await openSource();
  const target = await openTarget();
  try {
    return await work(source.eventStore, target.eventStore);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** @throws UsageError */
function opener(url: string): () => Promise<OpenStore> {
  if (/^postgres(ql)?:\/\//.test(url)) return () => openPostgres(url);
  const { eventStoreUrl } = settingsWith(url);
  if (eventStoreUrl === undefined)
    throw new UsageError('An event store has an address such as postgres://… or esdb://…');
  return async () => {
    const eventStore = await openKurrentDb(eventStoreUrl);
    return { eventStore, close: () => eventStore.close() };
  };
}

function settingsWith(url: string): { readonly eventStoreUrl: string | undefined } {
  try {
    return loadConfig({ EVENT_STORE_URL: url });
  } catch {
    return { eventStoreUrl: undefined };
  }
}

async function openPostgres(url: string): Promise<OpenStore> {
  const database = createDatabase(url, { name: 'operator' });
  await migrateEventStore(database);
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  return {
    eventStore,
    async close() {
      await eventStore.close();
      await database.close();
    },
  };
}

/** Up to the present end of the log. */
export async function* batchesOf(store: EventStore<ClearcutEvent>, signal: AbortSignal, from: Position | null = null) {
  let position = from;
  for (let caughtUp = false; !caughtUp;) {
    signal.throwIfAborted();
    const batch = await store.readAll({ from: position, batchSize: BATCH_SIZE });
    ({ position, caughtUp } = batch);
    yield batch.events;
    // A hanging writer hides the next position.
    if (batch.events.length === 0 && !caughtUp) await delay(100, undefined, { signal });
  }
}
