import { randomUUID } from 'node:crypto';
import { createDatabase, type Database, type Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import {
  migrateSubscribers,
  readSubscriberStatuses,
  startSubscriber,
  type Subscriber,
  type SubscriberOptions,
  type SubscriberStatus,
} from '@clearcut/platform/event-store/subscriber';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type PostgresHarness, startPostgres } from '../postgres-harness.ts';
import { codec, count, newStream, type TestEvent } from '../test-events.ts';

export const log = createLogger('tests', { logLevel: 'silent' });

/** One process: its own pool, with its own name at the server. */
interface Process {
  readonly name: string;
  readonly database: Database;
  readonly eventStore: EventStore<TestEvent>;
  readonly subscribers: Subscriber[];
}

export function apply(by: string) {
  return async (tx: Tx, events: readonly RecordedEvent<TestEvent>[]): Promise<void> => {
    for (const { id, event } of events) {
      const n = event.type === 'Counted' ? event.data.n : null;
      await tx.query('INSERT INTO applied (event_id, n, by) VALUES ($1, $2, $3)', [id, n, by]);
    }
  };
}

export const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/**
 * Subscribers of one name in several processes, with a schema and a category new for each test. Its methods need no
 * `this`.
 */
export function subscribersUnderTest() {
  let harness: PostgresHarness;
  let store: EventStore<TestEvent>;
  let schema: string;
  let category: string;
  let processes: Process[];

  beforeAll(async () => {
    harness = await startPostgres();
    await migrateSubscribers(harness.database);
    store = await harness.open(codec);
  });

  afterAll(async () => {
    await store.close();
    await harness.close();
  });

  beforeEach(async () => {
    const id = randomUUID().replaceAll('-', '');
    schema = `read_${id}`;
    category = `counter${id}`;
    processes = [];
    await createReadModel(schema);
  });

  afterEach(async () => {
    await Promise.all(processes.map((process) => end(process)));
  });

  /** `applied` counts each event's effects, without a key, so that duplicates show. */
  async function createReadModel(name: string): Promise<void> {
    await harness.database.query(`CREATE SCHEMA ${name}`);
    await harness.database.query(`CREATE TABLE ${name}.checkpoint (name text PRIMARY KEY, position text NOT NULL)`);
    await harness.database.query(`CREATE TABLE ${name}.applied (seq bigserial, event_id uuid, n integer, by text)`);
  }

  function startProcess(): Process {
    const name = `process-${randomUUID()}`;
    const database = createDatabase(harness.url, { name });
    const process = { name, database, eventStore: createPostgresEventStore({ database, codec }), subscribers: [] };
    processes.push(process);
    return process;
  }

  async function end({ subscribers, eventStore, database }: Process): Promise<void> {
    await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
    await eventStore.close();
    if (!database.pool.ended) await database.close();
  }

  function subscribe(
    process: Process,
    handle: SubscriberOptions<TestEvent>['handle'] = apply(process.name),
    batchSize = 100,
  ): Subscriber {
    const { database, eventStore } = process;
    const subscriber = startSubscriber({
      name: schema,
      eventStore,
      database,
      schema,
      filter: { categories: [category] },
      batchSize,
      log,
      handle,
    });
    process.subscribers.push(subscriber);
    return subscriber;
  }

  async function append(from: number, to: number): Promise<void> {
    for (let n = from; n <= to; n++) await store.append(newStream(category), 0, [count(n)]);
  }

  async function applied(): Promise<{ n: number; by: string }[]> {
    return harness.database.query(`SELECT n, by FROM ${schema}.applied ORDER BY seq`);
  }

  async function appliedNumbers(): Promise<number[]> {
    return (await applied()).map(({ n }) => n);
  }

  async function status(): Promise<SubscriberStatus | undefined> {
    return (await readSubscriberStatuses(harness.database)).find(({ name }) => name === schema);
  }

  async function checkpoint(): Promise<string | undefined> {
    const rows = await harness.database.query<{ position: string }>(`SELECT position FROM ${schema}.checkpoint`);
    return rows[0]?.position;
  }

  /** Ends a process's connections at the server, like a network crash. */
  async function cut({ name }: Process, which = 'true'): Promise<void> {
    await harness.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND ${which}`,
      [name],
    );
  }

  /** A process's connections that requested the subscriber's lock. */
  async function lockConnections({ name }: Process): Promise<{ held: boolean }[]> {
    return harness.database.query(
      `SELECT EXISTS (SELECT FROM pg_locks WHERE pid = activity.pid AND locktype = 'advisory' AND granted) AS held
       FROM pg_stat_activity AS activity
       WHERE application_name = $1 AND query LIKE '%pg_try_advisory_lock%' AND state = 'idle'`,
      [name],
    );
  }

  async function swap(): Promise<void> {
    await harness.database.transaction(async (tx) => {
      await tx.query(`ALTER SCHEMA ${schema} RENAME TO ${schema}_old`);
      await tx.query(`ALTER SCHEMA ${schema}_next RENAME TO ${schema}`);
    });
  }

  return {
    get database() {
      return harness.database;
    },
    get store() {
      return store;
    },
    get schema() {
      return schema;
    },
    get category() {
      return category;
    },
    /** Opens the log with another codec. */
    open: (other: Parameters<PostgresHarness['open']>[0]) => harness.open(other),
    startProcess,
    subscribe,
    append,
    applied,
    appliedNumbers,
    status,
    checkpoint,
    cut,
    lockConnections,
    createReadModel,
    swap,
  };
}
