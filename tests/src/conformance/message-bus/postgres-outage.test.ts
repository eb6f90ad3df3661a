import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { type MessageBus, RetryLaterError } from '@clearcut/platform/message-bus/port';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import type { AdapterUnderTest } from './adapter.ts';
import { connect, startPostgresAdapter } from './postgres-adapter.ts';

vi.setConfig({ testTimeout: 120_000 });

let adapter: AdapterUnderTest;
let database: Database;
let proxy: TcpProxy;
let cuttable: MessageBus;
let steady: MessageBus;
let topic: string;

beforeAll(async () => {
  adapter = await startPostgresAdapter();
  database = createDatabase(adapter.settings, { name: 'message-bus-observer' });
});
afterAll(async () => {
  await database.close();
  await adapter.stop();
});
beforeEach(async () => {
  const throughProxy = new URL(adapter.settings);
  proxy = await startTcpProxy({ host: throughProxy.hostname, port: Number(throughProxy.port) });
  throughProxy.port = String(proxy.port);
  cuttable = connect(throughProxy.href);
  steady = connect(adapter.settings);
  topic = `topic-${randomUUID()}`;
});
afterEach(async () => {
  proxy.mend();
  await Promise.all([cuttable.close(), steady.close()]);
  await proxy.close();
});

const settled = (): Promise<void> =>
  vi.waitFor(async () => expect(await steady.depth(topic)).toBe(0), { timeout: 60_000 });

test('a consumer cut off from its database notices, loses its message, and continues automatically afterwards', async () => {
  const entered = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<string>();
  const handled: string[] = [];
  await steady.publish(topic, [{ id: 'job', body: 0 }]);
  cuttable.consume({
    topic,
    concurrency: 1,
    maxAttempts: 5,
    handler: async ({ id, signal }) => {
      if (id === 'job') {
        entered.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted.resolve((signal.reason as Error).name);
      }
      handled.push(`cut off: ${id}`);
      return {};
    },
  });
  await entered.promise;
  proxy.takeAway();
  expect(await aborted.promise).toBe('LeaseLostError');
  const other = steady.consume({
    topic,
    concurrency: 1,
    maxAttempts: 5,
    handler: async ({ id, attempt }) => (handled.push(`other: ${id}, try ${attempt}`), {}),
  });
  await settled();
  await other.stop();
  proxy.mend();
  await steady.publish(topic, [{ id: 'next', body: 0 }]);
  await settled();
  expect(handled).toEqual(['cut off: job', 'other: job, try 2', 'cut off: next']);
});

test('work that ends while the database is down is not repeated', async () => {
  const attempts: number[] = [];
  await steady.publish(topic, [{ id: 'job', body: 0 }]);
  cuttable.consume({
    topic,
    concurrency: 1,
    maxAttempts: 5,
    handler: async ({ attempt }) => {
      attempts.push(attempt);
      proxy.takeAway();
      setTimeout(() => proxy.mend(), 300);
      return { publish: [{ topic: `${topic}-effects`, messages: [{ id: `effect-${attempt}`, body: 0 }] }] };
    },
  });
  await settled();
  expect(attempts).toEqual([1]);
  expect(await steady.depth(`${topic}-effects`)).toBe(1);
});

test('connections that keep breaking under load lose no message and double none', async () => {
  await steady.publish(
    topic,
    Array.from({ length: 300 }, (_, n) => ({ id: `job-${n}`, body: 0 })),
  );
  for (const bus of [cuttable, steady]) {
    bus.consume({
      topic,
      concurrency: 3,
      maxAttempts: 50,
      handler: async ({ id }) => {
        await delay(20);
        const effect = { id: `${id}:${randomUUID()}`, body: id };
        return { publish: [{ topic: `${topic}-effects`, messages: [effect] }] };
      },
    });
  }
  for (let round = 0; round < 10; round++) {
    await delay(100);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.7`,
    );
  }
  await vi.waitFor(async () => expect(await steady.depth(topic).catch(() => -1)).toBe(0), { timeout: 60_000 });
  const stored = await database.query<{ body: string }>('SELECT body FROM message_bus.message WHERE topic = $1', [
    `${topic}-effects`,
  ]);
  const expected = Array.from({ length: 300 }, (_, n) => `job-${n}`);
  expect(stored.map(({ body }) => body).sort()).toEqual(expected.sort());
});

test('a fault that may pass in a minute counts as a try and waits the longest pause, or three tries would pass in seconds', async () => {
  await steady.publish(topic, [{ id: 'job', body: 0 }]);
  const consumer = steady.consume({
    topic,
    concurrency: 1,
    maxAttempts: 3,
    handler: () => Promise.reject(new RetryLaterError('The blob store fails at a/b')),
  });
  const pause = await vi.waitUntil(
    async () => {
      const [row] = await database.query<{ seconds: number }>(
        `SELECT extract(epoch FROM available_at - clock_timestamp())::float8 AS seconds FROM message_bus.message
         WHERE topic = $1 AND attempts = 1 AND token IS NULL`,
        [topic],
      );
      return row?.seconds;
    },
    { timeout: 60_000 },
  );
  expect(pause).toBeGreaterThan(15);
  await consumer.stop();
});
