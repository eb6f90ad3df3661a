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

export interface KurrentDb<E extends DomainEvent> {
  readonly connection: Connection;
  readonly codec: EventCodec<E>;
  readonly nameOf: (stream: StreamName) => string;
  readonly prefixesOf: (categories: readonly string[] | undefined) => string[];
  /** @throws UnreadableEventError */
  readonly decode: (event: ServerEvent) => RecordedEvent<E>;
  readonly isWanted: (event: ServerEvent, categories: readonly string[] | undefined) => boolean;
}

export interface StoredMetadata {
  readonly schemaVersion: number;
  /** Distinguishes an append from its repeats. */
  readonly appendId: string;
  readonly metadata: EventMetadata;
}

const SILENCE_LIMIT_MS = 10_000;

/**
 * Cancels a read left early, for which closing would wait forever.
 * @throws EventStoreUnavailableError after `limitMs` of silence, the reason of `signal`
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

/** Inclusive. */
export function readLog(
  client: EventStoreDBClient,
  position: Position | null,
  maxCount: number,
  signal?: AbortSignal,
): Promise<AllStreamRecordedEvent[]> {
  return readToEnd(client.readAll({ fromPosition: fromPosition(position), maxCount }), { signal });
}

/** Newest first. */
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
