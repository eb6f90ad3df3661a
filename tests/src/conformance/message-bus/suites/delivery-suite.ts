import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from '@clearcut/platform/message-bus/port';
import { expect, test, vi } from 'vitest';
import type { TopicUnderTest } from '../topic-under-test.ts';

const spanOf = (n: number): string => `00-${'a'.repeat(32)}-${String(n).repeat(16)}-01`;

/** Published messages are delivered, once per id, to up to the permitted number of handlers. */
export function deliverySuite(here: TopicUnderTest): void {
  const { collect, consume, settled } = here;

  test('delivers a message as published, and never again once acknowledged', async () => {
    const body = { text: 'ä\u0000"\\', list: [1, null, { deep: true }] };
    const deliveries: Pick<Delivery, 'id' | 'body' | 'attempt'>[] = [];
    await here.bus.publish(here.topic, [{ id: 'first', body }]);
    consume(async ({ id, body, attempt }) => (deliveries.push({ id, body, attempt }), {}));
    await settled();
    await here.bus.publish(here.topic, [{ id: 'second', body: null }]);
    await vi.waitUntil(() => deliveries.length > 1, 30_000);
    await settled();
    expect(deliveries).toEqual([
      { id: 'first', body, attempt: 1 },
      { id: 'second', body: null, attempt: 1 },
    ]);
  });

  test('a delivery names the span of its message: first publication, publication while working and outcome', async () => {
    const spans = new Map<string, string | undefined>();
    await here.bus.publish(here.topic, [
      { id: 'job', body: 0, traceparent: spanOf(1) },
      { id: 'untraced', body: 0, group: 'a' },
    ]);
    consume(async ({ id, traceparent, publish }) => {
      spans.set(id, traceparent);
      if (id !== 'job') return {};
      await publish(here.topic, [{ id: 'progress', body: 0, traceparent: spanOf(2) }]);
      return {
        publish: [{ topic: here.topic, messages: [{ id: 'outcome', body: 0, traceparent: spanOf(3), group: 'a' }] }],
      };
    });
    await vi.waitUntil(() => spans.size === 4, 30_000);
    expect(Object.fromEntries(spans)).toEqual({
      job: spanOf(1),
      untraced: undefined,
      progress: spanOf(2),
      outcome: spanOf(3),
    });
  });

  test('accepts an id once: within one call, while it waits, while it runs and after its end', async () => {
    const entered = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const bodies: unknown[] = [];
    await here.bus.publish(here.topic, [
      { id: 'same', body: 'first' },
      { id: 'same', body: 'in the same call' },
    ]);
    await here.bus.publish(here.topic, [{ id: 'same', body: 'while it waits' }]);
    // A repeat may count until it is recognised.
    expect(await here.bus.depth(here.topic)).toBeGreaterThan(0);
    consume(async ({ body }) => {
      bodies.push(body);
      entered.resolve();
      await resume.promise;
      return {};
    });
    await entered.promise;
    await here.bus.publish(here.topic, [{ id: 'same', body: 'while it is worked on' }]);
    await vi.waitFor(async () => expect(await here.bus.depth(here.topic)).toBe(1), 30_000);
    resume.resolve();
    await settled();
    await here.bus.publish(here.topic, [{ id: 'same', body: 'after its end' }]);
    await settled();
    await here.bus.publish(here.topic, [{ id: 'other', body: 'other' }]);
    await vi.waitUntil(() => bodies.includes('other'), 30_000);
    expect(bodies).toEqual(['first', 'other']);
  });

  test('treats one id on two topics as two messages', async () => {
    await here.bus.publish(here.topic, [{ id: 'same', body: 1 }]);
    await here.bus.publish(`${here.topic}-other`, [{ id: 'same', body: 1 }]);
    expect([await here.bus.depth(here.topic), await here.bus.depth(`${here.topic}-other`)]).toEqual([1, 1]);
  });

  test('works on no more messages at a time than configured', async () => {
    let running = 0;
    let most = 0;
    await here.bus.publish(
      here.topic,
      Array.from({ length: 20 }, (_, n) => ({ id: `${n}`, body: n })),
    );
    consume(
      async () => {
        most = Math.max(most, ++running);
        await delay(20);
        running--;
        return {};
      },
      { concurrency: 4 },
    );
    await settled();
    expect(most).toBe(4);
  });

  test('publishes the outcome with the acknowledgement, and while working', async () => {
    const effects = collect(`${here.topic}-effects`);
    await here.bus.publish(here.topic, [{ id: 'job', body: 0 }]);
    const seenWhileWorking = Promise.withResolvers<string[]>();
    consume(async ({ publish }) => {
      await publish(`${here.topic}-effects`, [{ id: 'progress', body: 0 }]);
      await vi.waitUntil(() => effects.length === 1, 30_000);
      seenWhileWorking.resolve([...effects]);
      return { publish: [{ topic: `${here.topic}-effects`, messages: [{ id: 'result', body: 0 }] }] };
    });
    expect(await seenWhileWorking.promise).toEqual(['progress']);
    await vi.waitUntil(() => effects.length === 2, 30_000);
    expect(effects).toEqual(['progress', 'result']);
  });
}
