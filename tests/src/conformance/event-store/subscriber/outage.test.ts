/**
 * A subscriber whose log is unavailable waits and reports it; only an event halts it. The log is a stand-in for
 * KurrentDB.
 */
import { randomUUID } from 'node:crypto';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import type { EventStore } from '@clearcut/platform/event-store/port';
import {
  migrateSubscribers,
  readSubscriberStatuses,
  startSubscriber,
  type SubscriberStatus,
} from '@clearcut/platform/event-store/subscriber';
import { MessageBusUnavailableError } from '@clearcut/platform/message-bus/port';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type RunningKurrentDb, startKurrentDb } from '../../../support/servers/kurrentdb/kurrentdb.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts';
import { until } from '../harness.ts';
import { type PostgresHarness, startPostgres } from '../postgres-harness.ts';
import { codec, count, newStream, type TestEvent } from '../test-events.ts';

let server: RunningKurrentDb;
let proxy: TcpProxy;
let postgres: PostgresHarness;
let store: EventStore<TestEvent>;
let name: string;
/** Messages of the subscriber by level. */
let logged: { level: number; msg: string }[];

beforeEach(async () => {
  server = await startKurrentDb();
  proxy = await startTcpProxy(server);
  postgres = await startPostgres();
  await migrateSubscribers(postgres.database);
  store = createKurrentDbEventStore({ url: server.url, codec });
  name = `follower-${randomUUID()}`;
  logged = [];
});
afterEach(async () => {
  await store.close();
  await postgres.close();
  await proxy.close();
  server.stop();
});

async function follow(url: string, handle: (n: number) => void): Promise<void> {
  const away = createKurrentDbEventStore({ url, codec });
  const subscriber = startSubscriber({
    name,
    eventStore: away,
    database: postgres.database,
    schema: 'subscriptions',
    log: pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]) }),
    handle: async (_tx, events) => {
      for (const { event } of events) if (event.type === 'Counted') handle(event.data.n);
    },
  });
  onTestFinished(async () => {
    await subscriber.stop();
    await away.close();
  });
}

async function becomes(state: SubscriberStatus['state']): Promise<SubscriberStatus> {
  for (;;) {
    const status = (await readSubscriberStatuses(postgres.database)).find((row) => row.name === name);
    if (status?.state === state) return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const WARN = 40;
const ERROR = 50;
const loggedAt = (level: number) => logged.filter((line) => line.level === level);

test(
  'waits while the log is unreachable, logs that once, and continues automatically',
  { timeout: 60_000 },
  async () => {
    const seen: number[] = [];
    await follow(`esdb://127.0.0.1:${proxy.port}?tls=false`, (n) => void seen.push(n));
    await store.append(newStream(), 0, [count(1)]);
    await until(() => seen.length === 1);

    proxy.takeAway();
    expect((await becomes('waiting')).error).toBe('The event store is out of reach');
    await store.append(newStream(), 0, [count(2)]);
    proxy.mend();

    await becomes('running');
    await until(() => seen.length === 2);
    expect(seen).toEqual([1, 2]);
    expect(loggedAt(WARN)).toHaveLength(1);
    expect(loggedAt(ERROR)).toEqual([]);
  },
);

test('does the same when no node of a cluster answers', { timeout: 60_000 }, async () => {
  server.behaviour.hasNoGossip = true;
  const seen: number[] = [];
  await follow(server.clusterUrl, (n) => void seen.push(n));
  await becomes('waiting');
  server.behaviour.hasNoGossip = false;
  await becomes('running');
  await store.append(newStream(), 0, [count(1)]);
  await until(() => seen.length === 1);
  expect(loggedAt(ERROR)).toEqual([]);
});

test('regression: waits for an unreachable message bus, too', { timeout: 60_000 }, async () => {
  let isAway = true;
  const seen: number[] = [];
  await follow(server.url, (n) => {
    if (isAway) throw new MessageBusUnavailableError(new Error('Broker not connected'));
    seen.push(n);
  });
  await store.append(newStream(), 0, [count(1)]);
  expect((await becomes('waiting')).error).toBe('The message bus is out of reach');
  isAway = false;
  await becomes('running');
  expect(seen).toEqual([1]);
  expect(loggedAt(ERROR)).toEqual([]);
});

test('halts at an event that it cannot handle', { timeout: 60_000 }, async () => {
  await follow(server.url, (n) => {
    if (n === 2) throw new Error('two is too much');
  });
  await store.append(newStream(), 0, [count(1), count(2)]);
  expect((await becomes('halted')).error).toContain('two is too much');
});
