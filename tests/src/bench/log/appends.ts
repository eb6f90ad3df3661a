import { randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { derivedId, eventId } from '@clearcut/platform/event-store/event-id';
import type { EventStore, NewEvent } from '@clearcut/platform/event-store/port';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { eventCodec, type ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { createTestDatabase } from '../../support/postgres.ts';
import { median, type BenchResult } from '../result.ts';

const WRITERS = 32;
const ROUNDS = 5;
const EVENTS_PER_WRITER = 60;
const EVENTS_PER_STREAM = 4;

type Append = (stream: `transaction-${string}`, version: number, event: NewEvent<ClearcutEvent>) => Promise<unknown>;

/**
 * Appends of one event by 32 writers, four to a stream as for a picture, against INSERTs of the same columns into a
 * plain table on the same server, alternating round by round.
 * @param server of PostgreSQL; creates and drops a database there.
 */
export async function benchAppends(server: string): Promise<BenchResult> {
  process.env['TEST_DATABASE_URL'] = server;
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { name: 'bench', max: WRITERS });
  try {
    await migrateEventStore(database);
    await database.query(`CREATE TABLE plain (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id uuid NOT NULL, stream_id text NOT NULL, version integer NOT NULL,
      type text NOT NULL, schema_version integer NOT NULL, data json NOT NULL, metadata json NOT NULL)`);
    const eventStore = createPostgresEventStore({ database, codec: eventCodec });
    const appends: number[] = [];
    const inserts: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const inserted = await perSecond(insertInto(database));
      const appended = await perSecond(appendTo(eventStore));
      if (round < 0) continue;
      inserts.push(inserted);
      appends.push(appended);
    }
    await eventStore.close();
    return {
      name: `appends by ${WRITERS} writers, median`,
      unit: '/s',
      ours: median(appends),
      floor: median(inserts),
      ratio: median(appends) / median(inserts),
      target: { atLeast: 0.4 },
      details: { writers: WRITERS, rounds: ROUNDS, eventsARound: WRITERS * EVENTS_PER_WRITER },
    };
  } finally {
    await database.close();
    await testDatabase.drop();
  }
}

async function perSecond(append: Append): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, () => write(append)));
  return (WRITERS * EVENTS_PER_WRITER * 1000) / (performance.now() - started);
}

async function write(append: Append): Promise<void> {
  let id = '';
  for (let n = 0; n < EVENTS_PER_WRITER; n++) {
    const version = n % EVENTS_PER_STREAM;
    if (version === 0) id = randomUUID();
    const commandId = derivedId(id, String(version));
    await append(`transaction-${id}`, version, {
      id: eventId(commandId, 0),
      event: { type: 'TransactionDeleted', data: { transactionId: id } },
      metadata: {
        correlationId: id,
        causationId: commandId,
        actor: { kind: 'system', id: 'bench' },
        occurredAt: new Date().toISOString(),
      },
    });
  }
}

function appendTo(eventStore: EventStore<ClearcutEvent>): Append {
  return (stream, version, event) => eventStore.append(stream, version, [event]);
}

function insertInto(database: Database): Append {
  return (stream, version, { id, event, metadata }) => {
    const stored = eventCodec.encode(event);
    return database.pool.query({
      name: 'bench.insert',
      text: 'INSERT INTO plain (event_id, stream_id, version, type, schema_version, data, metadata) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      values: [
        id,
        stream,
        version + 1,
        stored.type,
        stored.schemaVersion,
        JSON.stringify(stored.data),
        JSON.stringify(metadata),
      ],
    });
  };
}
