import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type RecordedEvent as ServerEvent,
  StreamNotFoundError,
  type StreamingRead,
} from '@eventstore/db-client';
import {
  type DomainEvent,
  type EventCodec,
  type StoredEvent,
  UnreadableEventError,
} from '@clearcut/schemas/define-event';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';
import { mapTexts, toStorable } from '@clearcut/schemas/text/characters';
import { EventStoreUnavailableError, type Position, type RecordedEvent, type StreamName } from '../port.ts';
import type { Connection } from './connection.ts';
import { fromPosition, toPosition } from './position.ts';

/** What the parts of the adapter share. */
export interface KurrentDb<E extends DomainEvent> {
  readonly connection: Connection;
  readonly codec: EventCodec<E>;
  /** The stream's name on the server. */
  readonly nameOf: (stream: StreamName) => string;
  /** What names of our streams of these categories start with on the server; without categories, of all of ours. */
  readonly prefixesOf: (categories: readonly string[] | undefined) => string[];
  /** @throws UnreadableEventError */
  readonly decode: (event: ServerEvent) => RecordedEvent<E>;
  /** Whether an event of `$all` is one of ours, and of these categories. */
  readonly isWanted: (event: ServerEvent, categories: readonly string[] | undefined) => boolean;
}

/** What stands in the metadata around our own. */
export interface StoredMetadata {
  readonly schemaVersion: number;
  /** Tells the append that stored the event from a repeat of it, which the server answers in the same way. */
  readonly appendId: string;
  readonly metadata: EventMetadata;
}

/** The client gives reads no limit of their own, and a server may fall silent in the middle of one. */
const SILENCE_LIMIT_MS = 10_000;

/**
 * What a read brings, to its end. One that is left before its end is cancelled: it would stay open in the client, and closing the client
 * would wait for it without end.
 * @throws EventStoreUnavailableError when nothing comes for `limitMs`, the reason of `signal`
 */
async function readToEnd<Event>(
  read: StreamingRead<{ readonly event?: Event }>,
  {
    limitMs = SILENCE_LIMIT_MS,
    signal,
  }: { readonly limitMs?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Event[]> {
  const events: Event[] = [];
  const leave = (reason: Error): void => {
    void read.cancel().catch(() => undefined);
    read.destroy(reason);
  };
  const silence = setTimeout(
    () => leave(new EventStoreUnavailableError(new Error(`There was no answer within ${limitMs} ms`))),
    limitMs,
  );
  const abort = (): void => leave(signal?.reason as Error);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for await (const { event } of read) {
      silence.refresh();
      if (event !== undefined) events.push(event);
    }
    return events;
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', abort);
  }
}

/** Events of a stream after a version as the server has them, `count` at most; empty when there is no such stream. */
export function eventsAfter<E extends DomainEvent>(
  { connection, nameOf }: KurrentDb<E>,
  stream: StreamName,
  version: number,
  count: number,
  limitMs?: number,
): Promise<ServerEvent[]> {
  return connection.call(async (client) => {
    try {
      const from = { fromRevision: BigInt(version), maxCount: count, requiresLeader: true };
      return await readToEnd(client.readStream(nameOf(stream), from), { limitMs });
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  });
}

/** Events of the whole log from the one at `position` on, that one included. */
export function readLog(
  client: EventStoreDBClient,
  position: Position | null,
  maxCount: number,
  signal?: AbortSignal,
): Promise<AllStreamRecordedEvent[]> {
  return readToEnd(client.readAll({ fromPosition: fromPosition(position), maxCount }), { signal });
}

/** The last events of the whole log, newest first. */
export function readLast(
  client: EventStoreDBClient,
  maxCount: number,
  signal?: AbortSignal,
): Promise<AllStreamRecordedEvent[]> {
  return readToEnd(client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount }), { signal });
}

export function createDecoder<E extends DomainEvent>(
  codec: EventCodec<E>,
  prefix: string,
): (event: ServerEvent) => RecordedEvent<E> {
  return (event) => {
    const where = `event ${event.id} (${event.streamId.slice(prefix.length)} version ${Number(event.revision) + 1})`;
    const { schemaVersion, metadata } = (event.metadata ?? {}) as Partial<StoredMetadata>;
    if (!event.isJson || schemaVersion === undefined || metadata === undefined || event.position === undefined) {
      throw new UnreadableEventError(`This is no event of ours: ${where}`);
    }
    const stored: StoredEvent = { type: event.type, schemaVersion, data: event.data };
    try {
      return {
        id: event.id,
        event: codec.decode(stored),
        metadata: mapTexts(metadata, toStorable) as EventMetadata,
        stream: event.streamId.slice(prefix.length) as StreamName,
        version: Number(event.revision) + 1,
        position: toPosition(event.position),
        recordedAt: event.created,
      };
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      throw new UnreadableEventError(`${where} cannot be read: ${error.message}`, { cause: error });
    }
  };
}
