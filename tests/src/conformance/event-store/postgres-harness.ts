import { createDatabase, type Database } from '@clearcut/platform/database/database';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import type { NewEvent, StreamName } from '@clearcut/platform/event-store/port';
import { createTestDatabase } from '../../support/postgres.ts';
import type { EventStoreHarness } from './harness.ts';
import { codec } from './test-events.ts';

export interface PostgresHarness extends EventStoreHarness {
  readonly url: string;
  /** Direct access to the tables. */
  readonly database: Database;
}

export async function startPostgres(): Promise<PostgresHarness> {
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  await migrateEventStore(url);
  const databases: Database[] = [];
  const open = (at: string): Database => {
    const database = createDatabase(at, { name: 'conformance', max: 6 });
    databases.push(database);
    return database;
  };
  const database = open(url);

  /** `append` in its own transaction. */
  async function appendWithin(
    stream: StreamName,
    version: number,
    events: readonly NewEvent[],
    ending: 'COMMIT' | 'ROLLBACK',
    milliseconds: number,
  ): Promise<void> {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      const stored = events.map(({ event }) => codec.encode(event as ReturnType<typeof codec.decode>));
      await client.query('SELECT event_store.append($1, $2, $3, $4, $5, $6, $7)', [
        stream,
        version,
        events.map(({ id }) => id),
        stored.map(({ type }) => type),
        stored.map(({ schemaVersion }) => schemaVersion),
        stored.map(({ data }) => JSON.stringify(data)),
        events.map(({ metadata }) => JSON.stringify(metadata)),
      ]);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await client.query(ending);
    } finally {
      client.release();
    }
  }

  const { hostname, port } = new URL(url);
  return {
    url,
    database,
    address: { host: hostname, port: Number(port) },
    async open(codec, via) {
      const at = new URL(url);
      if (via !== undefined) at.host = `${via.host}:${via.port}`;
      const own = open(at.href);
      const store = createPostgresEventStore({ database: own, codec });
      return {
        ...store,
        async close() {
          await store.close();
          databases.splice(databases.indexOf(own), 1);
          await own.close();
        },
      };
    },
    appendAndRollBack: (stream, version, events) => appendWithin(stream, version, events, 'ROLLBACK', 0),
    appendAndHold: (stream, version, events, ms) => appendWithin(stream, version, events, 'COMMIT', ms),
    async close() {
      await Promise.all(databases.map((database) => database.close()));
      await testDatabase.drop();
    },
  };
}
