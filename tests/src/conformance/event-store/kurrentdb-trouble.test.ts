/** Behaviour observed in a real server and a cluster of three, reproduced by the stand-in. */
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError } from '@clearcut/platform/database/database';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import { type EventStore, VersionConflictError } from '@clearcut/platform/event-store/port';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningKurrentDb, startKurrentDb } from '../../support/servers/kurrentdb/kurrentdb.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { collect, until } from './harness.ts';
import { codec, count, newStream, type TestEvent } from './test-events.ts';

let server: RunningKurrentDb;

beforeEach(async () => {
  server = await startKurrentDb();
});
afterEach(() => server.stop());

function open(url = server.url, timeoutMs = 15_000): EventStore<TestEvent> {
  const store = createKurrentDbEventStore({ url, codec, timeoutMs });
  onTestFinished(() => store.close());
  return store;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('looks up an append with an unknown outcome', () => {
  test('64 identical simultaneous appends, of which the server answers one: one event, and success for all', async () => {
    server.behaviour.leavesRepeatsUnanswered = true;
    const store = open();
    const stream = newStream();
    const events = [count(1), count(2)];

    const outcomes = await Promise.all(Array.from({ length: 64 }, () => store.append(stream, 0, events)));

    expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
    expect(new Set(outcomes.map(({ version }) => version))).toEqual(new Set([2]));
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  test('waits while a cluster changes its leader, and takes effect once', async () => {
    const store = open();
    const stream = newStream();
    server.behaviour.changesLeader = true;
    const appending = store.append(stream, 0, [count(1)]);
    await delay(700);
    server.behaviour.changesLeader = false;

    expect(await appending).toEqual({ outcome: 'appended', version: 1 });
    expect(await store.readStream(stream)).toHaveLength(1);
  });

  test('is a conflict if another append came first', async () => {
    const [store, other] = [open(), open()];
    const stream = newStream();
    await store.append(stream, 0, [count(1)]);
    server.behaviour.changesLeader = true;
    const appending = failureOf(store.append(stream, 1, [count(2)]));
    await delay(300);
    server.behaviour.changesLeader = false;
    const second = await failureOf(other.append(stream, 1, [count(3)]));

    // Either may have been the first.
    const failures = [await appending, second].filter((failure) => failure !== undefined);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toBeInstanceOf(VersionConflictError);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  test('reports the log as unreachable after the time limit, and stores nothing', async () => {
    server.behaviour.changesLeader = true;
    const store = open(server.url, 1_000);
    const stream = newStream();

    const failure = await failureOf(store.append(stream, 0, [count(1)]));

    expect(isConnectionError(failure)).toBe(true);
    expect(String(failure)).toContain('out of reach');
    expect(await store.readStream(stream)).toEqual([]);
  });

  test('finds a response that was lost on its way, without a retry by the caller', async () => {
    const proxy = await startTcpProxy(server);
    onTestFinished(() => proxy.close());
    const remote = open(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    const store = open();
    const stream = newStream();
    await remote.append(newStream(), 0, [count(0)]);

    const cut = proxy.cutAnswer(async () => (await store.readStream(stream)).length === 1);
    expect(await remote.append(stream, 0, [count(1)])).toEqual({ outcome: 'appended', version: 1 });
    await cut;
    expect(await store.readStream(stream)).toHaveLength(1);
  });
});

describe('recognises outages', () => {
  test('a missing server, for the first call and every later one', async () => {
    const store = open('esdb://127.0.0.1:9?tls=false', 500);
    for (const work of [() => store.append(newStream(), 0, [count(1)]), () => store.readStream(newStream())]) {
      expect(isConnectionError(await failureOf(work()))).toBe(true);
    }
    expect(isConnectionError(await failureOf(store.readAll({ from: null })))).toBe(true);
    expect(
      isConnectionError(await failureOf(store.subscribeAll({ from: null, handler: async () => {} }).finished)),
    ).toBe(true);
  });

  test('a cluster whose nodes do not answer; when one does, the same store works', async () => {
    server.behaviour.hasNoGossip = true;
    const store = open(server.clusterUrl, 1_000);
    const stream = newStream();
    expect(isConnectionError(await failureOf(store.append(stream, 0, [count(1)])))).toBe(true);
    expect(isConnectionError(await failureOf(store.readStream(stream)))).toBe(true);
    expect(isConnectionError(await failureOf(store.readAll({ from: null })))).toBe(true);
    server.behaviour.hasNoGossip = false;
    expect((await store.append(stream, 0, [count(1)])).outcome).toBe('appended');
  });

  test('none: an append over 1 MiB, refused for its size', async () => {
    const store = open();
    const large = Array.from({ length: 3 }, (_, n) => count(n, 'x'.repeat(400_000)));
    const failure = await failureOf(store.append(newStream(), 0, large));
    expect(failure).toBeInstanceOf(Error);
    expect(isConnectionError(failure)).toBe(false);
    await store.append(newStream(), 0, large.slice(0, 2));
  });

  test('none: a wrong password', async () => {
    const secured = await startKurrentDb({ secured: { username: 'admin', password: 'right' } });
    onTestFinished(() => secured.stop());
    expect((await open(secured.url).append(newStream(), 0, [count(1)])).outcome).toBe('appended');

    const stranger = open(secured.url.replace(':right@', ':wrong@'));
    for (const work of [() => stranger.append(newStream(), 0, [count(1)]), () => stranger.readStream(newStream())]) {
      const failure = await failureOf(work());
      expect(isConnectionError(failure)).toBe(false);
      expect(String(failure)).toMatch(/UNAUTHENTICATED/);
    }
  });
});

describe('a subscription', () => {
  test(
    'stays open at rest, and its position moves past events that the filter omits',
    { timeout: 60_000 },
    async () => {
      const store = open();
      const { batches, subscription } = collect(store, { from: null, filter: { categories: ['rare'] } });
      await until(() => batches.length > 0);
      await until(() => server.subscriptions > 0);
      const opened = server.subscriptions;

      for (let version = 0; version < 100; version += 10) {
        await store.append(
          newStream('often'),
          0,
          Array.from({ length: 10 }, (_, n) => count(version + n)),
        );
      }
      await until(() => batches.length > 1);
      // Longer than any pause after which it once gave up.
      await delay(6_000);

      expect(server.subscriptions).toBe(opened);
      await store.append(newStream('rare'), 0, [count(1)]);
      await until(() => batches.some(({ events }) => events.length === 1));
      await subscription.stop();
      const rest = await store.readAll({ from: batches.at(-2)?.position ?? null });
      expect(rest.events.length).toBeLessThan(100);
    },
  );

  test('reconnects after its connection died silently', { timeout: 60_000 }, async () => {
    const proxy = await startTcpProxy(server);
    onTestFinished(() => proxy.close());
    const remote = open(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    const store = open();
    const seen: number[] = [];
    const follow = async (): Promise<void> => {
      const subscription = remote.subscribeAll({
        from: null,
        filter: { categories: ['counter'] },
        handler: async ({ events }) => void seen.push(...events.map(({ version }) => version)),
      });
      onTestFinished(() => subscription.stop());
      const failure = await failureOf(subscription.finished);
      if (failure !== undefined && !isConnectionError(failure)) throw failure;
      if (failure !== undefined) await follow();
    };
    void follow();
    await store.append(newStream(), 0, [count(1)]);
    await until(() => seen.length > 0);

    const from = performance.now();
    proxy.freeze();
    const stream = newStream();
    await store.append(stream, 0, [count(1), count(2)]);
    await until(() => seen.includes(2));
    // Documented for operators: a cut network is noticed within 15 seconds.
    expect(performance.now() - from).toBeLessThan(15_000);
  });
});

/** Rare events among many thousands of others, the first before them and the last after. */
async function fill(store: EventStore<TestEvent>): Promise<number> {
  for (let group = 0; group < 20; group++) {
    await store.append(newStream('rare'), 0, [count(group)]);
    await store.append(
      newStream('often'),
      0,
      Array.from({ length: 500 }, (_, n) => count(n)),
    );
  }
  await store.append(newStream('rare'), 0, [count(20)]);
  return 21;
}

describe('a rare category', () => {
  const filter = { categories: ['rare'] };

  test('is read completely, without the rest of the log', async () => {
    const store = open();
    const rare = await fill(store);
    const before = server.eventsSent;

    const batch = await store.readAll({ from: null, filter });

    expect(batch.events).toHaveLength(rare);
    expect(batch.caughtUp).toBe(true);
    expect(server.eventsSent - before).toBeLessThan(5_000);
  });

  test('is followed without the rest of the log, in consecutive batches', async () => {
    const store = open();
    const rare = await fill(store);
    const before = server.eventsSent;

    const { events, batches, subscription } = collect(store, { from: null, filter, batchSize: 4 });
    await until(() => batches.at(-1)?.caughtUp === true);

    expect(events.map(({ event }) => (event.type === 'Counted' ? event.data.n : undefined))).toEqual(
      Array.from({ length: rare }, (_, n) => n),
    );
    expect(server.eventsSent - before).toBeLessThan(5_000);
    for (const [index, { position }] of batches.entries()) {
      const rest = await store.readAll({ from: position, filter });
      expect(rest.events).toEqual(batches.slice(index + 1).flatMap((batch) => batch.events));
    }
    await subscription.stop();
  });
});

describe('a server shared with other applications', () => {
  test('with a prefix and no categories, foreign events stay on the server', { timeout: 60_000 }, async () => {
    await fill(open());
    const own = open(`${server.url}&streamPrefix=own.`);
    await own.append(newStream(), 0, [count(1)]);
    await fill(open());
    await own.append(newStream(), 0, [count(2)]);

    const before = server.eventsSent;
    const batch = await own.readAll({ from: null });
    expect(batch.events.map(({ event }) => event.data)).toMatchObject([{ n: 1 }, { n: 2 }]);
    expect(batch.caughtUp).toBe(true);
    expect(server.eventsSent - before).toBeLessThan(5_000);
  });
});
