/**
 * Nodes that resign, follow and die during appends, as observed in a cluster of three; played by two nodes of the
 * stand-in.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { expect, onTestFinished, test } from 'vitest';
import {
  type KurrentDbOptions,
  type RunningKurrentDb,
  startKurrentDb,
} from '../../support/servers/kurrentdb/kurrentdb.ts';
import { collect, until } from './harness.ts';
import { codec, count, newStream, type TestEvent } from './test-events.ts';

async function start(options?: KurrentDbOptions): Promise<RunningKurrentDb> {
  const server = await startKurrentDb(options);
  onTestFinished(() => server.stop());
  return server;
}

function open(url: string, timeoutMs = 15_000): EventStore<TestEvent> {
  const store = createKurrentDbEventStore({ url, codec, timeoutMs });
  onTestFinished(() => store.close());
  return store;
}

/** Appends one event after the other until stopped; collects acknowledged ones. */
function write(store: EventStore<TestEvent>) {
  const stream = newStream();
  let acknowledged = 0;
  let longestMs = 0;
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const from = performance.now();
      const { version, outcome } = await store.append(stream, acknowledged, [count(acknowledged)]);
      expect([version, outcome]).toEqual([acknowledged + 1, 'appended']);
      acknowledged = version;
      longestMs = Math.max(longestMs, performance.now() - from);
    }
  })();
  done.catch(() => undefined);
  return {
    stream,
    stats: () => ({ acknowledged, longestMs }),
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

test(
  'leaders resign and die during appends: no append fails, none is lost or doubled, and no rejection is left',
  { timeout: 90_000 },
  async () => {
    const server = await start({ nodes: 2 });
    server.behaviour.takesMs = 20;
    const store = open(server.clusterUrl);
    const { events } = collect(store, { from: null });
    const writers = Array.from({ length: 16 }, () => write(store));
    for (let round = 0; round < 6; round++) {
      await delay(300);
      const old = await server.resign(round % 2 === 0 ? 0 : 200);
      // Until the writers have reached the new leader, at some moment with appends on both connections.
      await delay(400);
      old.stop();
      await delay(200);
      await old.start();
    }
    await until(() => writers.every(({ stats }) => stats().acknowledged > 10));
    await Promise.all(writers.map((writer) => writer.stop()));

    for (const { stream, stats } of writers) {
      const { acknowledged, longestMs } = stats();
      expect(longestMs).toBeLessThan(10_000);
      const stored = await store.readStream(stream);
      expect(stored.map(({ event }) => (event.type === 'Counted' ? event.data.n : -1))).toEqual(
        Array.from({ length: acknowledged }, (_, n) => n),
      );
    }
    expect(server.batches).toBe(0);
    expect(events.length).toBeGreaterThan(0);
  },
);

test('a follower names the leader, and the next append succeeds at once', async () => {
  const server = await start({ nodes: 2 });
  const store = open(server.clusterUrl);
  await store.append(newStream(), 0, [count(1)]);
  await server.resign();
  const from = performance.now();
  for (let n = 0; n < 10; n++) await store.append(newStream(), 0, [count(n)]);
  expect(performance.now() - from).toBeLessThan(3_000);
});

test('an append waits while no node leads, and takes effect once', async () => {
  const server = await start({ nodes: 2 });
  const store = open(server.clusterUrl);
  const stream = newStream();
  await store.append(stream, 0, [count(1)]);
  const resigning = server.resign(1_500);
  expect(await store.append(stream, 1, [count(2)])).toEqual({ outcome: 'appended', version: 2 });
  await resigning;
  expect(await store.readStream(stream)).toHaveLength(2);
});

test('appends wait while all nodes are gone, and no rejection is left', { timeout: 60_000 }, async () => {
  const server = await start({ nodes: 2 });
  server.behaviour.takesMs = 20;
  const store = open(server.clusterUrl);
  const writers = Array.from({ length: 8 }, () => write(store));
  await delay(500);
  for (let round = 0; round < 3; round++) {
    for (const node of server.nodes) node.stop();
    await delay(2_000);
    for (const node of server.nodes) await node.start();
    const before = writers.map(({ stats }) => stats().acknowledged);
    await until(() => writers.every(({ stats }, index) => stats().acknowledged > (before[index] ?? 0) + 1));
  }
  await Promise.all(writers.map((writer) => writer.stop()));
  for (const { stream, stats } of writers) expect(await store.readStream(stream)).toHaveLength(stats().acknowledged);
});

test('no address makes an append part of a batch', async () => {
  for (const options of [
    {},
    { secured: { username: 'admin', password: 'right' } },
    { secured: { username: '', password: '' } },
  ]) {
    const server = await start(options);
    const store = open(server.url, 2_000);
    const stream = newStream();
    expect((await store.append(stream, 0, [count(1)])).outcome).toBe('appended');
    expect(await store.readStream(stream)).toHaveLength(1);
    expect(server.batches).toBe(0);
  }
});
