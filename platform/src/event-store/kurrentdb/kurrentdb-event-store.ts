import { randomUUID } from 'node:crypto';
import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type RecordedEvent as ServerEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { DomainEvent, EventCodec } from '@clearcut/schemas/events/define';
import {
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  type StreamName,
  type Subscription,
  VersionConflictError,
} from '../port.ts';
import { EventStoreUnavailableError, isOutage } from './outage.ts';
import { decode, type KurrentDb, readPage, readToEnd, type StoredMetadata } from './read.ts';
import { subscribe } from './subscription.ts';

/**
 * The log in KurrentDB or EventStoreDB, at a connection string such as `esdb://admin:secret@node:2113?tls=true`. Versions are revisions
 * plus one. The server checks the expected revision and knows the ids of what it stored there.
 */
export function createKurrentDbEventStore<E extends DomainEvent>({
  url,
  codec,
}: {
  readonly url: string;
  readonly codec: EventCodec<E>;
}): EventStore<E> {
  const client = EventStoreDBClient.connectionString(url);
  const subscriptions = new Set<Subscription>();
  let closed = false;
  const store: KurrentDb<E> = { client, decode: (event) => decode(codec, event, event.position) };

  async function readStream(
    stream: StreamName,
    fromVersion = 0,
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<RecordedEvent<E>[]> {
    const found = await eventsAfter(stream, fromVersion, limit);
    return found.map((event) => decode(codec, event, event.position));
  }

  async function eventsAfter(stream: StreamName, version: number, limit: number): Promise<ServerEvent[]> {
    try {
      return await readToEnd(client.readStream(stream, { fromRevision: BigInt(version), maxCount: limit }));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  }

  /** Ids and append of what stands after `version`; nothing is decoded, since it may be anything. */
  async function storedAfter(stream: StreamName, version: number, count: number) {
    const found = await eventsAfter(stream, version, count);
    return found.map(({ id, metadata }) => ({ id, appendId: ((metadata ?? {}) as Partial<StoredMetadata>).appendId }));
  }

  async function append(stream: StreamName, expectedVersion: number, events: readonly NewEvent<E>[]) {
    if (events.length === 0) throw new RangeError(`There is nothing to append to ${stream}`);
    const appendId = randomUUID();
    const encoded = events.map(({ id, event, metadata }) => {
      const { type, schemaVersion, data } = codec.encode(event);
      const beside: StoredMetadata = { schemaVersion, appendId, metadata };
      return jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...beside } });
    });
    const expectedRevision = expectedVersion === 0 ? NO_STREAM : BigInt(expectedVersion - 1);
    const refused = await client.appendToStream(stream, encoded, { expectedRevision }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof WrongExpectedVersionError) return true;
        throw error;
      },
    );
    const stored = await storedAfter(stream, expectedVersion, events.length);
    const isThere = events.every(({ id }, index) => stored[index]?.id === id);
    if (!isThere) throw new VersionConflictError(stream, expectedVersion);
    const isOurs = !refused && stored[0]?.appendId === appendId;
    return { outcome: isOurs ? 'appended' : 'duplicate', version: expectedVersion + events.length } as const;
  }

  return {
    append: (...args) => reachable(append(...args)),
    readStream: (...args) => reachable(readStream(...args)),

    subscribeAll(options) {
      if (closed) throw new Error('The event store is closed');
      const subscription = subscribe(store, options);
      subscriptions.add(subscription);
      const forget = (): boolean => subscriptions.delete(subscription);
      subscription.finished.then(forget, forget);
      return subscription;
    },

    readAll: (options) => reachable(readPage(store, options)),

    async close() {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await client.dispose();
    },
  };
}

async function reachable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isOutage(error) ? new EventStoreUnavailableError(error) : error;
  }
}
