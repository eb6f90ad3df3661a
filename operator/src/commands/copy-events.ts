import { createHash, type Hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openKurrentDb } from '@clearcut/platform/adapters';
import { loadConfig } from '@clearcut/platform/config/config';
import { createDatabase } from '@clearcut/platform/database/database';
import type { EventStore, Position, RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import { type Command, UsageError } from '../command.ts';

const BATCH_SIZE = 500;

interface OpenStore {
  readonly eventStore: EventStore<ClearcutEvent>;
  close(): Promise<void>;
}

/**
 * Copies a log into another store, in its order, with all ids and versions. Repeating it copies what has come since: what is there already is
 * recognised. Moments of recording are the new store's; when things happened stands in the metadata and is kept.
 */
export const copyEvents: Command = {
  name: 'copy-events',
  parameters: [],
  options: { from: 'url', to: 'url' },
  summary: 'Copy the log from one event store (postgres://… or esdb://…) into another, and compare every stream.',
  async run(_args, { signal }, { from, to }) {
    if (from === undefined || to === undefined || from === to) {
      throw new UsageError('copy-events takes --from and --to, the addresses of two event stores.');
    }
    // Opened only once both addresses have been understood: nothing is made in one of them before.
    const [openSource, openTarget] = [opener(from), opener(to)];
    const source = await openSource();
    const target = await openTarget();
    try {
      const events = await copy(source.eventStore, target.eventStore, signal);
      const wrong = differences(await digests(source.eventStore, signal), await digests(target.eventStore, signal));
      return answer(events, wrong);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  },
};

function answer(events: number, wrong: readonly StreamName[]) {
  const copied = `${events} events copied`;
  const text =
    wrong.length === 0
      ? `${copied}; every stream is the same on both sides`
      : `${copied}; ${wrong.length} streams differ: ${wrong.slice(0, 10).join(', ')}`;
  return { text, json: { events, differing: wrong }, wrong: wrong.length > 0 };
}

/** @throws UsageError for an address that is no event store's */
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

async function copy(
  source: EventStore<ClearcutEvent>,
  target: EventStore<ClearcutEvent>,
  signal: AbortSignal,
): Promise<number> {
  let copied = 0;
  for await (const events of batchesOf(source, signal)) {
    for (const run of runsOf(events)) {
      const [first] = run;
      if (first === undefined) continue;
      const { outcome } = await target.append(first.stream, first.version - 1, run);
      if (outcome === 'appended') copied += run.length;
    }
  }
  return copied;
}

/** Neighbours of one stream together: one append instead of many, and the order of the log is kept. */
function runsOf(events: readonly RecordedEvent<ClearcutEvent>[]): RecordedEvent<ClearcutEvent>[][] {
  const runs: RecordedEvent<ClearcutEvent>[][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.at(-1)?.stream === event.stream) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** What each stream says from its first event to its last. */
async function digests(store: EventStore<ClearcutEvent>, signal: AbortSignal): Promise<Map<StreamName, string>> {
  const hashes = new Map<StreamName, Hash>();
  for await (const events of batchesOf(store, signal)) {
    for (const { stream, version, id, event, metadata } of events) {
      const hash = hashes.get(stream) ?? createHash('sha256');
      hashes.set(stream, hash.update(JSON.stringify([version, id, event.type, event.data, metadata])));
    }
  }
  return new Map([...hashes].map(([stream, hash]) => [stream, hash.digest('hex')]));
}

function differences(source: Map<StreamName, string>, target: Map<StreamName, string>): StreamName[] {
  const all = new Set([...source.keys(), ...target.keys()]);
  return [...all].filter((stream) => source.get(stream) !== target.get(stream));
}

async function* batchesOf(store: EventStore<ClearcutEvent>, signal: AbortSignal) {
  let position: Position | null = null;
  for (let caughtUp = false; !caughtUp;) {
    signal.throwIfAborted();
    const batch = await store.readAll({ from: position, batchSize: BATCH_SIZE });
    ({ position, caughtUp } = batch);
    yield batch.events;
    // A writer hangs, so nobody can tell yet what comes next.
    if (batch.events.length === 0 && !caughtUp) await delay(100, undefined, { signal });
  }
}
