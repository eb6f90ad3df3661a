import { type DomainEvent, type EventCodec, UnreadableEventError } from '@clearcut/schemas/define-event';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';
import { mapTexts, toStorable } from '@clearcut/schemas/text/characters';
import type { Database } from '../../database/database.ts';
import { ForeignPositionError, type Position, type RecordedEvent, type StreamName } from '../port.ts';

interface EventRow {
  readonly position: string;
  readonly event_id: string;
  readonly stream_id: string;
  readonly version: number;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  readonly recorded_at: Date;
}

const COLUMNS = 'position, event_id, stream_id, version, type, schema_version, data, metadata, recorded_at';

const PAGE = {
  name: 'event_store.read_page',
  text: `SELECT ${COLUMNS} FROM event_store.event WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3`,
};
const PAGE_OF_CATEGORIES = {
  name: 'event_store.read_page_of_categories',
  text: `SELECT matching.* FROM unnest($4::text[]) AS wanted(category) CROSS JOIN LATERAL (
           SELECT ${COLUMNS} FROM event_store.event AS event
           WHERE event.category = wanted.category AND position > $1 AND position <= $2 ORDER BY position LIMIT $3
         ) AS matching ORDER BY position LIMIT $3`,
};
const STREAM = {
  name: 'event_store.read_stream',
  text: `SELECT ${COLUMNS} FROM event_store.event WHERE stream_id = $1 AND version > $2 ORDER BY version LIMIT $3`,
};

export interface Page<E extends DomainEvent> {
  readonly events: readonly RecordedEvent<E>[];
  /** No matching event lies before it. */
  readonly position: bigint;
  readonly full: boolean;
  readonly unreadable: UnreadableEventError | undefined;
}

export interface PageRequest {
  /** Exclusive. */
  readonly from: bigint;
  /** Inclusive. Must be settled, or later events below it are missed. */
  readonly to: bigint;
  readonly categories: readonly string[] | undefined;
  /** Ids of events to pass over. */
  readonly without: ReadonlySet<string> | undefined;
  readonly limit: number;
}

/** @throws ForeignPositionError */
export function parsePosition(position: Position | null): bigint {
  if (position === null) return 0n;
  if (!/^\d+$/.test(position)) throw new ForeignPositionError(position);
  return BigInt(position);
}

export async function readPage<E extends DomainEvent>(
  database: Database,
  codec: EventCodec<E>,
  { from, to, categories, without, limit }: PageRequest,
): Promise<Page<E>> {
  const rows =
    categories === undefined
      ? await database.query<EventRow>(PAGE, [from, to, limit])
      : await database.query<EventRow>(PAGE_OF_CATEGORIES, [from, to, limit, [...new Set(categories)]]);

  const events: RecordedEvent<E>[] = [];
  for (const row of rows) {
    if (without?.has(row.event_id) === true) continue;
    try {
      events.push(decode(codec, row));
    } catch (error) {
      const position = events.length === 0 ? from : BigInt(events.at(-1)?.position ?? 0);
      return { events, position, full: true, unreadable: unreadable(row, error) };
    }
  }
  if (rows.length === limit) {
    return { events, position: BigInt(rows.at(-1)?.position ?? 0), full: true, unreadable: undefined };
  }
  return { events, position: to > from ? to : from, full: false, unreadable: undefined };
}

/** @throws UnreadableEventError */
export async function readStream<E extends DomainEvent>(
  database: Database,
  codec: EventCodec<E>,
  stream: StreamName,
  fromVersion: number,
  limit?: number,
): Promise<RecordedEvent<E>[]> {
  const rows = await database.query<EventRow>(STREAM, [stream, fromVersion, limit ?? null]);
  return rows.map((row) => {
    try {
      return decode(codec, row);
    } catch (error) {
      throw unreadable(row, error);
    }
  });
}

function decode<E extends DomainEvent>(codec: EventCodec<E>, row: EventRow): RecordedEvent<E> {
  return {
    id: row.event_id,
    event: codec.decode({ type: row.type, schemaVersion: row.schema_version, data: row.data }),
    metadata: mapTexts(row.metadata, toStorable) as EventMetadata,
    stream: row.stream_id as StreamName,
    version: row.version,
    position: row.position,
    recordedAt: row.recorded_at,
  };
}

function unreadable(row: EventRow, cause: unknown): UnreadableEventError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnreadableEventError(
    `Event ${row.event_id} (${row.stream_id} version ${row.version}, position ${row.position}) cannot be read: ${reason}`,
    { cause },
  );
}
