import type {
  AllStreamRecordedEvent,
  EventStoreDBClient,
  RecordedEvent as ServerEvent,
  StreamingRead,
} from '@eventstore/db-client';
import {
  type DomainEvent,
  type EventCodec,
  type StoredEvent,
  UnreadableEventError,
} from '@clearcut/schemas/events/define';
import type { EventMetadata } from '@clearcut/schemas/events/metadata';
import type { EventBatch, Position, ReadAllOptions, RecordedEvent, StreamName } from '../port.ts';
import { fromPosition, isAfter, toPosition } from './position.ts';

const DEFAULT_BATCH_SIZE = 500;
/** Before every event. */
const NOWHERE: Position = '0/0';

/** What the parts of the adapter share. */
export interface KurrentDb<E extends DomainEvent> {
  readonly client: EventStoreDBClient;
  readonly decode: (event: AllStreamRecordedEvent) => RecordedEvent<E>;
}

/** What stands in the metadata around our own. */
export interface StoredMetadata {
  readonly schemaVersion: number;
  /** Tells the append that stored the event from a repeat of it, which the server answers in the same way. */
  readonly appendId: string;
  readonly metadata: EventMetadata;
}

/**
 * What a read brings, to its end. A read that is left before its end stays open in the client, and closing the client then
 * waits for it without end.
 */
export async function readToEnd<Event>(read: StreamingRead<{ readonly event?: Event }>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const { event } of read) if (event !== undefined) events.push(event);
  return events;
}

/** The next batch after a position. The client cannot filter a read, only a subscription: other categories are left out here. */
export async function readPage<E extends DomainEvent>(
  { client, decode }: KurrentDb<E>,
  { from, filter, batchSize = DEFAULT_BATCH_SIZE }: ReadAllOptions,
): Promise<EventBatch<E>> {
  const events: RecordedEvent<E>[] = [];
  let position = from;
  for (;;) {
    // One more, because a read begins with the event at the position itself.
    const read = client.readAll({ fromPosition: fromPosition(position), maxCount: batchSize + 1 });
    const found = await readToEnd(read);
    const start: Position | null = position;
    for (const event of found) {
      if (!isAfter(event.position, start)) continue;
      if (isWanted(event.streamId, filter?.categories)) {
        if (events.length === batchSize) return { events, position: position ?? NOWHERE, caughtUp: false };
        const decoded = decodeOr(() => decode(event));
        // What was read before it is delivered first; the next read meets it again.
        if (decoded instanceof Error && events.length > 0)
          return { events, position: position ?? NOWHERE, caughtUp: false };
        if (decoded instanceof Error) throw decoded;
        events.push(decoded);
      }
      position = toPosition(event.position);
    }
    if (found.length <= batchSize) return { events, position: position ?? NOWHERE, caughtUp: true };
  }
}

function isWanted(stream: string, categories: readonly string[] | undefined): boolean {
  // The server keeps streams of its own in the same log.
  if (stream.startsWith('$')) return false;
  return categories === undefined || categories.includes(stream.split('-', 1)[0] ?? '');
}

function decodeOr<T>(decode: () => T): T | UnreadableEventError {
  try {
    return decode();
  } catch (error) {
    if (error instanceof UnreadableEventError) return error;
    throw error;
  }
}

/** @throws UnreadableEventError */
export function decode<E extends DomainEvent>(
  codec: EventCodec<E>,
  event: ServerEvent,
  position: ServerEvent['position'],
): RecordedEvent<E> {
  const where = `event ${event.id} of ${event.streamId}`;
  const { schemaVersion, metadata } = (event.metadata ?? {}) as Partial<StoredMetadata>;
  if (!event.isJson || schemaVersion === undefined || metadata === undefined || position === undefined) {
    throw new UnreadableEventError(`This is no event of ours: ${where}`);
  }
  const stored: StoredEvent = { type: event.type, schemaVersion, data: event.data };
  try {
    return {
      id: event.id,
      event: codec.decode(stored),
      metadata,
      stream: event.streamId as StreamName,
      version: Number(event.revision) + 1,
      position: toPosition(position),
      recordedAt: event.created,
    };
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    throw new UnreadableEventError(`${error.message} (${where})`, { cause: error });
  }
}
