import type { RecordedEvent as ServerEvent } from '@eventstore/db-client';
import type { DomainEvent, EventCodec } from '@clearcut/schemas/define-event';
import type { EventStore, Subscription } from '../port.ts';
import { append, APPEND_TIMEOUT_MS } from './append.ts';
import { CatchUp } from './catch-up.ts';
import { Connection } from './connection.ts';
import { createDecoder, eventsAfter, type KurrentDb } from './read.ts';
import { subscribe } from './subscription.ts';

export interface KurrentDbOptions<E extends DomainEvent> {
  /** The option `streamPrefix` lets installations share a server. */
  readonly url: string;
  readonly codec: EventCodec<E>;
  readonly timeoutMs?: number;
}

/**
 * Versions are revisions plus one.
 * @throws UnusableServerError
 */
export function createKurrentDbEventStore<E extends DomainEvent>({
  url,
  codec,
  timeoutMs = APPEND_TIMEOUT_MS,
}: KurrentDbOptions<E>): EventStore<E> {
  const connection = new Connection(url);
  const store = describeLog(connection, codec);
  const catchUp = new CatchUp(store);
  const subscriptions = new Set<Subscription>();
  let closed = false;

  return {
    append: (stream, expectedVersion, events) => append(store, stream, expectedVersion, events, timeoutMs),

    async readStream(stream, fromVersion = 0, limit = Number.MAX_SAFE_INTEGER) {
      return (await eventsAfter(store, stream, fromVersion, limit)).map((event) => store.decode(event));
    },

    subscribeAll(options) {
      if (closed) throw new Error('The event store is closed');
      const subscription = subscribe(store, catchUp, options);
      subscriptions.add(subscription);
      const forget = (): boolean => subscriptions.delete(subscription);
      subscription.finished.then(forget, forget);
      return subscription;
    },

    readAll: (options) => catchUp.readPage(options),

    async close() {
      closed = true;
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await connection.close();
    },
  };
}

function describeLog<E extends DomainEvent>(connection: Connection, codec: EventCodec<E>): KurrentDb<E> {
  const { streamPrefix } = connection.address;
  return {
    connection,
    codec,
    nameOf: (stream) => streamPrefix + stream,
    decode: createDecoder(codec, streamPrefix),
    prefixesOf: (categories) =>
      categories?.map((category) => `${streamPrefix}${category}-`) ?? (streamPrefix === '' ? [] : [streamPrefix]),
    isWanted({ streamId }: ServerEvent, categories) {
      if (streamId.startsWith('$') || !streamId.startsWith(streamPrefix)) return false;
      const [category = ''] = streamId.slice(streamPrefix.length).split('-', 1);
      return categories === undefined || categories.includes(category);
    },
  };
}
