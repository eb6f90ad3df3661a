/** A subscription that falls silent while events wait is reported and reopened, on every store. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import type { EventStore } from '@clearcut/platform/event-store/port';
import {
  migrateSubscribers,
  readSubscriberStatuses,
  startSubscriber,
  type SubscriberStatus,
} from '@clearcut/platform/event-store/subscriber';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningKurrentDb, startKurrentDb } from '../../../support/servers/kurrentdb/kurrentdb.ts';
import { until } from '../harness.ts';
import { type PostgresHarness, startPostgres } from '../postgres-harness.ts';
import { codec, count, newStream, type TestEvent } from '../test-events.ts';

const LIMIT_MS = 2_000;

let postgres: PostgresHarness;
let server: RunningKurrentDb;

beforeAll(async () => {
  [postgres, server] = await Promise.all([startPostgres(), startKurrentDb()]);
  await migrateSubscribers(postgres.database);
});
afterAll(async () => {
  await postgres.close();
  server.stop();
});

/** A store whose current subscriptions can fall silent without ending. */
function silenced(store: EventStore<TestEvent>): EventStore<TestEvent> & { silence(): void; opened: number } {
  let generation = 0;
  let silentUpTo = 0;
  return {
    ...store,
    opened: 0,
    silence() {
      silentUpTo = generation;
    },
    subscribeAll(options) {
      const own = (generation += 1);
      this.opened += 1;
      const isSilent = (): boolean => own <= silentUpTo;
      const subscription = store.subscribeAll({
        ...options,
        handler: (batch) => (isSilent() ? new Promise(() => {}) : options.handler(batch)),
      });
      return { ...subscription, stop: () => (isSilent() ? new Promise(() => {}) : subscription.stop()) };
    },
  };
}

function follow(eventStore: EventStore<TestEvent>, handle: (n: number) => Promise<void> | void, category = 'counter') {
  const name = `follower-${randomUUID()}`;
  const logged: { level: number; msg: string }[] = [];
  const subscriber = startSubscriber({
    name,
    eventStore,
    database: postgres.database,
    schema: 'subscriptions',
    filter: { categories: [category] },
    stallLimitMs: LIMIT_MS,
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]) }),
    handle: async (_tx, events) => {
      for (const { event } of events) if (event.type === 'Counted') await handle(event.data.n);
    },
  });
  onTestFinished(() => subscriber.stop());
  const status = async (): Promise<SubscriberStatus | undefined> =>
    (await readSubscriberStatuses(postgres.database)).find((row) => row.name === name);
  const becomes = (state: SubscriberStatus['state']) => until(async () => (await status())?.state === state);
  const errors = () => logged.filter(({ level }) => level >= 50).map(({ msg }) => msg);
  return { status, becomes, errors };
}

describe.each(['PostgreSQL', 'KurrentDB, at a stand-in'])('%s', (kind) => {
  async function open(): Promise<EventStore<TestEvent>> {
    const store =
      kind === 'PostgreSQL' ? await postgres.open(codec) : createKurrentDbEventStore({ url: server.url, codec });
    // Not awaited: it waits for subscriptions that never stop.
    onTestFinished(() => void store.close());
    return store;
  }

  test('a silent subscription is reported, and reopened from the checkpoint', { timeout: 60_000 }, async () => {
    const store = await open();
    const category = `quiet${randomUUID().slice(0, 8)}`;
    const following = silenced(store);
    const seen: number[] = [];
    const { status, becomes, errors } = follow(following, (n) => void seen.push(n), category);
    const stream = newStream(category);
    await store.append(stream, 0, [count(1)]);
    await until(() => seen.length === 1);

    following.silence();
    await store.append(stream, 1, [count(2)]);
    await until(async () => ((await status())?.lagSeconds ?? 0) > 0.5);
    await until(() => errors().includes('Subscriber stalled'));
    await until(() => seen.length === 2);
    await becomes('running');
    await until(async () => (await status())?.lagSeconds === 0);

    await store.append(stream, 2, [count(3)]);
    await until(() => seen.length === 3);
    expect(seen).toEqual([1, 2, 3]);
    expect(following.opened).toBe(2);
    expect(errors()).toHaveLength(1);
  });

  test('a silent subscriber stays stalled, and is retried only after the limit', { timeout: 60_000 }, async () => {
    const store = await open();
    const category = `mute${randomUUID().slice(0, 8)}`;
    const following = silenced(store);
    const { becomes, errors, status } = follow(following, () => undefined, category);
    await until(async () => (await status())?.state === 'running');
    await store.append(newStream(category), 0, [count(1)]);
    await until(async () => (await status())?.position !== null);
    const before = following.opened;
    const from = performance.now();
    const silencing = setInterval(() => following.silence(), 1);
    onTestFinished(() => clearInterval(silencing));
    await delay(50);
    await store.append(newStream(category), 0, [count(2)]);
    await becomes('stalled');
    await delay(4 * LIMIT_MS);
    expect((await status())?.state).toBe('stalled');
    expect(errors()).toHaveLength(1);
    expect(following.opened - before).toBeLessThanOrEqual((performance.now() - from) / LIMIT_MS);
    clearInterval(silencing);
    await becomes('running');
  });

  test('an idle subscriber is never stalled', { timeout: 60_000 }, async () => {
    const store = await open();
    const category = `idle${randomUUID().slice(0, 8)}`;
    const { status, errors } = follow(store, () => undefined, category);
    await until(async () => (await status())?.state === 'running');
    for (let round = 0; round < 8; round++) {
      await store.append(newStream('others'), 0, [count(round)]);
      await delay(LIMIT_MS / 4);
    }
    expect(errors()).toEqual([]);
    expect(await status()).toMatchObject({ state: 'running', error: null, lagSeconds: 0 });
  });

  test('a subscriber that is slow over an event is reported, not interrupted', { timeout: 60_000 }, async () => {
    const store = await open();
    const category = `slow${randomUUID().slice(0, 8)}`;
    const started: number[] = [];
    const { becomes, status } = follow(
      store,
      async (n) => {
        started.push(n);
        if (n === 1) await delay(5 * LIMIT_MS);
      },
      category,
    );
    await store.append(newStream(category), 0, [count(1)]);
    await becomes('stalled');
    expect((await status())?.error).toContain('have taken more than');
    await becomes('running');
    expect(started).toEqual([1]);
  });
});

test('a server that stops pushing on a live connection', { timeout: 60_000 }, async () => {
  const store = createKurrentDbEventStore({ url: server.url, codec });
  onTestFinished(() => store.close());
  const category = `pushed${randomUUID().slice(0, 8)}`;
  const seen: number[] = [];
  const { becomes } = follow(store, (n) => void seen.push(n), category);
  await store.append(newStream(category), 0, [count(1)]);
  await until(() => seen.length === 1);
  server.behaviour.pushesNothing = true;
  onTestFinished(() => void (server.behaviour.pushesNothing = false));
  await store.append(newStream(category), 0, [count(2)]);
  // Reads bring the reopened subscription to the end of the log.
  await until(() => seen.length === 2);
  server.behaviour.pushesNothing = false;
  await becomes('running');
});
