import { setTimeout as delay } from 'node:timers/promises';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import { expect, test } from 'vitest';
import { until } from '../harness.ts';
import { apply, log, range, subscribersUnderTest } from './subscriber-harness.ts';
import { count, newEvent, newStream } from '../test-events.ts';

const harness = subscribersUnderTest();
const { startProcess, subscribe, append, applied, appliedNumbers, status, checkpoint, cut, lockConnections } = harness;

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
  await database.query(`CREATE TABLE ${harness.schema}.moves (position text)`);
  await database.query(`CREATE FUNCTION ${harness.schema}.note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO ${harness.schema}.moves VALUES (NEW.position); RETURN NULL; END $$`);
  await database.query(
    `CREATE TRIGGER moved AFTER INSERT OR UPDATE ON ${harness.schema}.checkpoint FOR EACH ROW EXECUTE FUNCTION ${harness.schema}.note()`,
  );
  const end = async () =>
    (await database.query<{ at: string }>('SELECT max(position)::text AS at FROM event_store.event'))[0]?.at;

  await append(1, 1);
  const subscriber = subscribe(startProcess());
  await until(async () => (await applied()).length === 1);
  for (let n = 0; n < 60; n++) {
    await harness.store.append(newStream('other'), 0, [count(n)]);
    // One by one; otherwise a single batch would contain them all.
    await delay(15);
  }
  await until(async () => (await checkpoint()) === (await end()));
  await harness.store.append(newStream('other'), 0, [count(60)]);
  await append(2, 2);
  await until(async () => (await applied()).length === 2);
  await harness.store.append(newStream('other'), 0, [count(61)]);
  await subscriber.stop();

  expect(await status()).toMatchObject({ position: await checkpoint() });
  expect(await appliedNumbers()).toEqual([1, 2]);
  // Each of the 62 once had its own transaction.
  expect((await database.query(`SELECT FROM ${harness.schema}.moves`)).length).toBeLessThan(20);
});

test('ignores types that it does not act on', async () => {
  const { database, eventStore, subscribers } = startProcess();
  const seen: string[] = [];
  const { schema, category } = harness;
  const options = { name: schema, eventStore, database, schema, filter: { categories: [category] }, log };
  subscribers.push(
    startSubscriber({
      ...options,
      types: ['Named'],
      handle: async (_tx, events) => void seen.push(...events.map(({ event }) => event.data.first)),
    }),
  );
  await append(1, 3);
  await harness.store.append(newStream(category), 0, [
    newEvent({ type: 'Named', data: { first: 'Ada', last: 'Lovelace' } }),
  ]);
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
    await tx.query(`LOCK TABLE ${harness.schema}.checkpoint IN ACCESS EXCLUSIVE MODE`);
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
