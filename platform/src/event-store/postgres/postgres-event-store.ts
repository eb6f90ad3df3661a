import type { DomainEvent, EventCodec } from '@clearcut/schemas/define-event';
import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { checkTexts } from '../check-texts.ts';
import {
  type AppendResult,
  type EventBatch,
  type EventStore,
  type NewEvent,
  type ReadAllOptions,
  type StreamName,
  type Subscription,
  VersionConflictError,
} from '../port.ts';
import { Announcer, EVENTS_APPENDED } from './announcer.ts';
import { type Page, parsePosition, readPage, readStream } from './read.ts';
import { RecentEvents } from './recent-events.ts';
import { SettledPosition } from './settled-position.ts';
import { DEFAULT_BATCH_SIZE, subscribe } from './subscription.ts';

export function migrateEventStore(database: Database | string): Promise<void> {
  return migrate(database, { schema: 'event_store', directory: new URL('./migrations/', import.meta.url) });
}

/** Closing it leaves the database open. */
export function createPostgresEventStore<E extends DomainEvent>({
  database,
  codec,
}: {
  readonly database: Database;
  readonly codec: EventCodec<E>;
}): EventStore<E> {
  const settled = new SettledPosition(database);
  const recent = new RecentEvents(database, codec);
  const announcer = new Announcer(database);
  const subscriptions = new Set<Subscription>();
  let closed = false;
  let listening: Promise<() => Promise<void>> | undefined;

  function listenForAppends(): void {
    listening ??= database.listen(EVENTS_APPENDED, () => settled.wake());
    listening.catch(() => undefined);
  }

  return {
    async append(stream, expectedVersion, events) {
      const result = await append(database, codec, stream, expectedVersion, events);
      if (result.outcome === 'appended') {
        settled.wake();
        announcer.announce();
      }
      return result;
    },

    readStream: (stream, fromVersion = 0, limit) => readStream(database, codec, stream, fromVersion, limit),

    subscribeAll(options) {
      if (closed) throw new Error('The event store is closed');
      listenForAppends();
      const subscription = subscribe({ database, codec, recent, settled }, options);
      subscriptions.add(subscription);
      const forget = (): boolean => subscriptions.delete(subscription);
      subscription.finished.then(forget, forget);
      return subscription;
    },

    readAll: (options) => readAll(database, codec, settled, options),

    async close() {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      // While the server is away, only closing the database ends it.
      void listening?.then(
        (stop) => stop(),
        () => undefined,
      );
    },
  };
}

const APPEND = {
  name: 'event_store.append',
  text: 'SELECT event_store.append($1, $2, $3, $4, $5, $6, $7) AS outcome',
};

async function append<E extends DomainEvent>(
  database: Database,
  codec: EventCodec<E>,
  stream: StreamName,
  expectedVersion: number,
  events: readonly NewEvent<E>[],
): Promise<AppendResult> {
  if (events.length === 0) throw new RangeError(`There is nothing to append to ${stream}`);
  checkTexts(events);
  const stored = events.map(({ event }) => codec.encode(event));
  const rows = await database.query<{ outcome: 'appended' | 'duplicate' | 'conflict' }>(APPEND, [
    stream,
    expectedVersion,
    events.map(({ id }) => id),
    stored.map(({ type }) => type),
    stored.map(({ schemaVersion }) => schemaVersion),
    stored.map(({ data }) => JSON.stringify(data)),
    events.map(({ metadata }) => JSON.stringify(metadata)),
  ]);
  const outcome = rows[0]?.outcome;
  if (outcome === undefined || outcome === 'conflict') throw new VersionConflictError(stream, expectedVersion);
  return { outcome, version: expectedVersion + events.length };
}

async function readAll<E extends DomainEvent>(
  database: Database,
  codec: EventCodec<E>,
  settled: SettledPosition,
  { from, filter, without, batchSize: limit = DEFAULT_BATCH_SIZE }: ReadAllOptions,
): Promise<EventBatch<E>> {
  const request = { from: parsePosition(from), categories: filter?.categories, without, limit };
  // Asking delays writers a little: not needed before a full batch.
  const known = await readPage(database, codec, { ...request, to: settled.known });
  if (known.full) return toBatch(known, false);
  const now = await settled.ask();
  if (now === undefined) return toBatch(known, false);
  const page = await readPage(database, codec, { ...request, to: now });
  return toBatch(page, !page.full);
}

function toBatch<E extends DomainEvent>(page: Page<E>, caughtUp: boolean): EventBatch<E> {
  if (page.unreadable !== undefined && page.events.length === 0) throw page.unreadable;
  return { events: page.events, position: page.position.toString(), caughtUp };
}
