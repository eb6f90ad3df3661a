import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
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
import { setAside } from '@clearcut/platform/event-store/set-aside';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { until } from './harness.ts';
import { type PostgresHarness, startPostgres } from './postgres-harness.ts';
import { codec, count, newEvent, newStream, oldCodec, type TestEvent } from './test-events.ts';

const log = createLogger('tests', { logLevel: 'silent' });

/** One process: its own pool, with its own name at the server. */
interface Process {
  readonly name: string;
  readonly database: Database;
  readonly eventStore: EventStore<TestEvent>;
  readonly subscribers: Subscriber[];
}

function apply(by: string) {
  return async (tx: Tx, events: readonly RecordedEvent<TestEvent>[]): Promise<void> => {
    for (const { id, event } of events) {
      const n = event.type === 'Counted' ? event.data.n : null;
      await tx.query('INSERT INTO applied (event_id, n, by) VALUES ($1, $2, $3)', [id, n, by]);
    }
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('subscriber', () => {
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

  test('applies old and new events once and in order, and continues after a restart', async () => {
    await append(1, 10);
    const subscriber = subscribe(startProcess(), undefined, 3);
    await until(async () => (await applied()).length === 10);
    await append(11, 15);
    await until(async () => (await applied()).length === 15);
    await subscriber.stop();
    expect(await status()).toMatchObject({ state: 'standby', error: null, position: await checkpoint() });
    await append(16, 20);
    subscribe(startProcess());
    await until(async () => (await applied()).length === 20);
    expect(await appliedNumbers()).toEqual(range(1, 20));
    await until(async () => (await status())?.state === 'running');
  });

  test("the checkpoint passes other categories' events in few writes, and a stop leaves it where it was", async () => {
    const { database } = harness;
    await database.query(`CREATE TABLE ${schema}.moves (position text)`);
    await database.query(`CREATE FUNCTION ${schema}.note() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO ${schema}.moves VALUES (NEW.position); RETURN NULL; END $$`);
    await database.query(
      `CREATE TRIGGER moved AFTER INSERT OR UPDATE ON ${schema}.checkpoint FOR EACH ROW EXECUTE FUNCTION ${schema}.note()`,
    );
    const end = async () =>
      (await database.query<{ at: string }>('SELECT max(position)::text AS at FROM event_store.event'))[0]?.at;

    await append(1, 1);
    const subscriber = subscribe(startProcess());
    await until(async () => (await applied()).length === 1);
    for (let n = 0; n < 60; n++) {
      await store.append(newStream('other'), 0, [count(n)]);
      // One by one; otherwise a single batch would contain them all.
      await delay(15);
    }
    await until(async () => (await checkpoint()) === (await end()));
    await store.append(newStream('other'), 0, [count(60)]);
    await append(2, 2);
    await until(async () => (await applied()).length === 2);
    await store.append(newStream('other'), 0, [count(61)]);
    await subscriber.stop();

    expect(await status()).toMatchObject({ position: await checkpoint() });
    expect(await appliedNumbers()).toEqual([1, 2]);
    // Each of the 62 once had its own transaction.
    expect((await database.query(`SELECT FROM ${schema}.moves`)).length).toBeLessThan(20);
  });

  test('ignores types that it does not act on', async () => {
    const { database, eventStore, subscribers } = startProcess();
    const seen: string[] = [];
    const options = { name: schema, eventStore, database, schema, filter: { categories: [category] }, log };
    subscribers.push(
      startSubscriber({
        ...options,
        types: ['Named'],
        handle: async (_tx, events) => void seen.push(...events.map(({ event }) => event.data.first)),
      }),
    );
    await append(1, 3);
    await store.append(newStream(category), 0, [newEvent({ type: 'Named', data: { first: 'Ada', last: 'Lovelace' } })]);
    await append(4, 4);
    await until(() => seen.length > 0);
    expect(seen).toEqual(['Ada']);
  });

  test('of two subscribers with one name, one works and the other takes over', async () => {
    const first = startProcess();
    subscribe(first);
    await append(1, 5);
    await until(async () => (await applied()).length === 5);
    const second = startProcess();
    subscribe(second);
    await until(async () => (await lockConnections(second)).length > 0);
    expect(await lockConnections(second)).toEqual([{ held: false }]);
    await append(6, 10);
    await until(async () => (await applied()).length === 10);
    expect(new Set((await applied()).map(({ by }) => by))).toEqual(new Set([first.name]));

    // Like a killed process: all connections end at once, and it opens no others.
    await Promise.all([first.database.close(), cut(first)]);
    await append(11, 15);
    await until(async () => (await applied()).length === 15);
    expect(await appliedNumbers()).toEqual(range(1, 15));
    expect((await applied()).slice(10).map(({ by }) => by)).toEqual(Array(5).fill(second.name));
  });

  test('applies each event once although connections die at any moment', async () => {
    const process = startProcess();
    subscribe(process, undefined, 7);
    const appending = append(1, 400);
    for (let round = 0; round < 12; round++) {
      // Alternates between the one in a transaction, the lock holder, and all.
      await until(async () => {
        const rows = await harness.database.query(
          `SELECT FROM pg_stat_activity WHERE application_name = $1 AND state LIKE 'idle in transaction%'`,
          [process.name],
        );
        return rows.length > 0 || (await applied()).length >= 400;
      });
      await cut(process, ['xact_start IS NOT NULL', `query LIKE '%pg_try_advisory_lock%'`, 'true'][round % 3]);
    }
    await appending;
    await until(async () => (await applied()).length >= 400);
    expect(await appliedNumbers()).toEqual(range(1, 400));
  });

  test('a subscriber that loses its lock within a batch does not commit it; the other does', async () => {
    const first = startProcess();
    let release: (() => void) | undefined;
    subscribe(first, async (tx, events) => {
      await apply(first.name)(tx, events);
      await new Promise<void>((resolve) => {
        release ??= resolve;
        if (release !== resolve) resolve();
      });
    });
    await append(1, 3);
    await until(() => release !== undefined);
    await cut(first, `query LIKE '%pg_try_advisory_lock%'`);
    const second = startProcess();
    subscribe(second);
    // The second may hold the lock, but waits at the checkpoint moved and not yet committed by the first.
    await until(async () => (await lockConnections(second)).some(({ held }) => held));
    release?.();
    await until(async () => (await applied()).length >= 3);
    await append(4, 6);
    await until(async () => (await applied()).length >= 6);
    expect(await appliedNumbers()).toEqual(range(1, 6));
    expect((await applied()).map(({ by }) => by)).toEqual(Array(6).fill(second.name));
  });

  test('halts visibly at a poison event; with fixed code it continues without a skip', async () => {
    const broken = startProcess();
    const poisonous = subscribe(broken, async (tx, events) => {
      if (events.some(({ event }) => event.type === 'Counted' && event.data.n === 4))
        throw new Error('four is too much');
      await apply(broken.name)(tx, events);
    });
    await append(1, 6);
    await until(async () => (await status())?.state === 'halted');
    expect(await appliedNumbers()).toEqual([1, 2, 3]);
    expect(await status()).toMatchObject({ position: await checkpoint() });
    expect((await status())?.error).toMatch(/Counted .* position \d+\) cannot be handled: four is too much/);
    await poisonous.stop();
    expect(await appliedNumbers()).toEqual([1, 2, 3]);

    subscribe(startProcess());
    await until(async () => (await applied()).length >= 6);
    expect(await appliedNumbers()).toEqual(range(1, 6));
    await until(async () => (await status())?.state === 'running');
    expect((await status())?.error).toBeNull();
  });

  test('halts at an unreadable event, and retries automatically', async () => {
    await append(1, 2);
    const before = await harness.open(oldCodec);
    await before.append(newStream(category), 0, [newEvent({ type: 'Forgotten', data: {} })]);
    await before.close();
    await append(3, 3);
    subscribe(startProcess());
    await until(async () => (await status())?.state === 'halted');
    expect((await status())?.error).toMatch(/Unknown event type "Forgotten"/);
    expect(await appliedNumbers()).toEqual([1, 2]);
    const { updatedAt } = (await status()) ?? {};
    await until(async () => (await status())?.updatedAt.getTime() !== updatedAt?.getTime());
    expect(await appliedNumbers()).toEqual([1, 2]);
  });

  test('skips events that were set aside, readable or not, and the next of their stream says what it follows', async () => {
    const [bad, unreadable] = [count(4), newEvent({ type: 'Forgotten' as const, data: {} })];
    const stream = newStream(category);
    await store.append(stream, 0, [count(1), bad]);
    const before = await harness.open(oldCodec);
    await before.append(stream, 2, [unreadable]);
    await before.close();
    await store.append(stream, 3, [count(5)]);
    const follows: (number | undefined)[] = [];
    const strict = startProcess();
    subscribe(strict, async (tx, events) => {
      if (events.some(({ id }) => id === bad.id)) throw new Error('four is too much');
      await apply(strict.name)(tx, events);
      follows.push(...events.map((event) => event.follows));
    });
    const haltedAt = (id: string) =>
      until(async () => (await status())?.error?.includes(`${id} (${stream} version`) === true);
    const reason = 'Cannot be applied';
    await haltedAt(bad.id);
    await setAside(harness.database, { subscriber: schema, eventId: bad.id, stream, version: 2, reason });
    await haltedAt(unreadable.id);
    const other = { subscriber: 'another', eventId: unreadable.id, stream, version: 3, reason };
    await setAside(harness.database, other);
    expect((await status())?.state).toBe('halted');
    expect(await setAside(harness.database, { ...other, subscriber: schema })).toBe(true);
    expect(await setAside(harness.database, { ...other, subscriber: schema })).toBe(false);
    await until(async () => (await applied()).length >= 2);
    expect(await appliedNumbers()).toEqual([1, 5]);
    expect(follows.at(-1)).toBe(1);
    await until(async () => (await status())?.state === 'running');
  });

  test('a cause outside the events halts it while it lasts, then it continues automatically', async () => {
    const schemaInWork = `${schema}_away`;
    await harness.database.query(`ALTER SCHEMA ${schema} RENAME TO ${schemaInWork}`);
    subscribe(startProcess());
    await until(async () => (await status())?.state === 'halted');
    await harness.database.query(`ALTER SCHEMA ${schemaInWork} RENAME TO ${schema}`);
    await append(1, 2);
    await until(async () => (await applied()).length === 2);
    await until(async () => (await status())?.state === 'running');
  });

  test("a schema swapped between two batches continues from the new one's checkpoint", async () => {
    subscribe(startProcess());
    await append(1, 5);
    await until(async () => (await applied()).length === 5);
    // The rebuilt one reached event 3 with its own rows.
    const positions = await store.readAll({ from: null, filter: { categories: [category] } });
    await createReadModel(`${schema}_next`);
    await harness.database.query(`INSERT INTO ${schema}_next.checkpoint VALUES ($1, $2)`, [
      schema,
      positions.events[2]?.position,
    ]);
    await swap();
    await append(6, 8);
    await until(async () => (await applied()).length >= 5);
    await append(9, 9);
    await until(async () => (await applied()).length >= 6);
    expect(await appliedNumbers()).toEqual(range(4, 9));
  });

  test('a schema swapped within a batch: the batch takes effect in neither half', async () => {
    const process = startProcess();
    let swapped = false;
    subscribe(process, async (tx, events) => {
      const half = Math.ceil(events.length / 2);
      if (!swapped) {
        await tx.query('SELECT count(*) FROM checkpoint');
        await createReadModel(`${schema}_next`);
        await swap();
        swapped = true;
      }
      await apply('first half')(tx, events.slice(0, half));
      await apply('second half')(tx, events.slice(half));
    });
    await append(1, 6);
    await until(async () => (await applied()).length >= 6);
    await append(7, 7);
    await until(async () => (await applied()).length >= 7);
    expect(await appliedNumbers()).toEqual(range(1, 7));
    expect(await harness.database.query(`SELECT FROM ${schema}_old.applied`)).toEqual([]);
    expect(await harness.database.query(`SELECT FROM ${schema}_old.checkpoint`)).toEqual([]);
  });

  async function swap(): Promise<void> {
    await harness.database.transaction(async (tx) => {
      await tx.query(`ALTER SCHEMA ${schema} RENAME TO ${schema}_old`);
      await tx.query(`ALTER SCHEMA ${schema}_next RENAME TO ${schema}`);
    });
  }

  test('a stop waits for the running batch, which takes effect', async () => {
    let release: (() => void) | undefined;
    const process = startProcess();
    const subscriber = subscribe(process, async (tx, events) => {
      await apply(process.name)(tx, events);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await append(1, 1);
    await until(() => release !== undefined);
    const stopped = subscriber.stop();
    release?.();
    await stopped;
    expect(await appliedNumbers()).toEqual([1]);
  });

  test('a stop during the read of its checkpoint ends it', async () => {
    const process = startProcess();
    let subscriber: Subscriber | undefined;
    let stopped: Promise<void> | undefined;
    await harness.database.transaction(async (tx) => {
      await tx.query(`LOCK TABLE ${schema}.checkpoint IN ACCESS EXCLUSIVE MODE`);
      subscriber = subscribe(process);
      await until(async () => {
        const waiting = await harness.database.query(
          `SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`,
          [process.name],
        );
        return waiting.length > 0;
      });
      stopped = subscriber.stop();
    });
    await stopped;
    await append(1, 1);
    subscribe(startProcess());
    await until(async () => (await applied()).length === 1);
    expect((await applied())[0]?.by).not.toBe(process.name);
  });
});
