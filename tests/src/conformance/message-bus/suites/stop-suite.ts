import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery, Outcome } from '@clearcut/platform/message-bus/port';
import { expect, test } from 'vitest';
import { LEASE_SECONDS } from '../adapter.ts';
import type { TopicUnderTest } from '../topic-under-test.ts';

/** Long work, and consumers that stop before it is done. */
export function stopSuite(here: TopicUnderTest): void {
  const { consume, settled } = here;

  test('work that outlasts the lease keeps it', async () => {
    const attempts: number[] = [];
    await here.bus.publish(here.topic, [{ id: 'long', body: 0 }]);
    const handler = async ({ attempt, signal }: Delivery): Promise<Outcome> => {
      attempts.push(attempt);
      await delay(LEASE_SECONDS * 2_500, undefined, { signal });
      return {};
    };
    consume(handler);
    const other = await here.connect();
    try {
      other.consume({ topic: here.topic, concurrency: 1, maxAttempts: 5, handler });
      await settled();
    } finally {
      await other.close();
    }
    expect(attempts).toEqual([1]);
  });

  test('a stop waits for running work and accepts nothing new', async () => {
    const entered = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const handled: string[] = [];
    await here.bus.publish(here.topic, [
      { id: 'running', body: 0 },
      { id: 'next', body: 0 },
    ]);
    const consumer = consume(async ({ id }) => {
      entered.resolve();
      await resume.promise;
      handled.push(id);
      return {};
    });
    await entered.promise;
    let stopped = false;
    const stop = consumer.stop().then(() => (stopped = true));
    await delay(100);
    expect(stopped).toBe(false);
    resume.resolve();
    await stop;
    await here.bus.publish(here.topic, [{ id: 'later', body: 0 }]);
    await delay(700);
    expect(handled).toEqual(['running']);
    // Messages taken in just before the stop may count twice.
    expect(await here.bus.depth(here.topic)).toBeGreaterThanOrEqual(2);
  });

  test('a handler that overruns the stop time is aborted, and its message returns without counting an attempt', async () => {
    const entered = Promise.withResolvers<void>();
    await here.bus.publish(here.topic, [{ id: 'endless', body: 0 }]);
    const consumer = consume(async ({ signal }) => {
      entered.resolve();
      await delay(60_000, undefined, { signal });
      return {};
    });
    await entered.promise;
    await consumer.stop();
    const attempt = new Promise<number>((resolve) => {
      consume(async ({ attempt }) => (resolve(attempt), {}));
    });
    expect(await attempt).toBe(1);
    await settled();
  });
}
