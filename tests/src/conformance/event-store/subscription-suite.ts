import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { UnreadableEventError } from '@clearcut/schemas/define-event';
import { collect, type EventStoreHarness, proxyBefore, until } from './harness.ts';
import { codec, count, newEvent, newStream, oldCodec, type TestEvent } from './test-events.ts';

const numbers = (events: readonly { readonly event: TestEvent }[]): unknown[] =>
  events.map(({ event }) => (event.type === 'Counted' ? event.data.n : event.type));

export function subscriptionSuite(start: () => Promise<EventStoreHarness>): void {
  describe('subscribeAll and readAll', () => {
    let harness: EventStoreHarness;
    let store: EventStore<TestEvent>;
    let category: string;

    beforeAll(async () => {
      harness = await start();
      store = await harness.open(codec);
    });

    beforeEach(() => {
      category = `counter${randomUUID().replaceAll('-', '')}`;
    });

    afterAll(async () => {
      await store.close();
      await harness.close();
    });

    /** Appends one event to each of `n` new streams, in order. */
    async function appendSome(n: number, target: EventStore<TestEvent> = store, to = category): Promise<void> {
      for (let index = 0; index < n; index++) await target.append(newStream(to), 0, [count(index)]);
    }

    test('an empty selection is up to date at once', async () => {
      const { batches, subscription } = collect(store, { from: null, filter: { categories: [category] } });
      await until(() => batches.length > 0);
      expect(batches).toMatchObject([{ events: [], caughtUp: true }]);
      await subscription.stop();
      await subscription.finished;
    });

    test('a subscription that has caught up has delivered all earlier events', async () => {
      for (let round = 1; round <= 20; round++) {
        await appendSome(3);
        const { events, batches, subscription } = collect(store, { from: null, filter: { categories: [category] } });
        await until(() => batches.some(({ caughtUp }) => caughtUp));
        const upToThen = batches.slice(0, batches.findIndex(({ caughtUp }) => caughtUp) + 1);
        expect(upToThen.flatMap((batch) => batch.events)).toHaveLength(3 * round);
        await subscription.stop();
        expect(events).toHaveLength(3 * round);
      }
    });

    test('delivers all events in order from the start, then new ones, also from another process', async () => {
      await appendSome(5);
      const { events, batches, subscription } = collect(store, {
        from: null,
        filter: { categories: [category] },
        batchSize: 2,
      });
      await until(() => batches.at(-1)?.caughtUp === true);
      expect(numbers(events)).toEqual([0, 1, 2, 3, 4]);
      expect(batches.every((batch) => batch.events.length <= 2)).toBe(true);

      const other = await harness.open(codec);
      await appendSome(3, other);
      await other.close();
      await until(() => events.length === 8);
      expect(numbers(events)).toEqual([0, 1, 2, 3, 4, 0, 1, 2]);
      await subscription.stop();
    });

    test('delivers exactly the events after the position of any event', async () => {
      await appendSome(6);
      const filter = { categories: [category] };
      const all = await store.readAll({ from: null, filter });
      expect(all.events).toHaveLength(6);
      for (const [index, { position }] of all.events.entries()) {
        const { events, batches, subscription } = collect(store, { from: position, filter, batchSize: 4 });
        await until(() => batches.at(-1)?.caughtUp === true);
        expect(events).toEqual(all.events.slice(index + 1));
        await subscription.stop();
      }
    });

    test('resumes from the position of any batch without losing or repeating an event', async () => {
      await appendSome(3);
      await appendSome(3, store, `${category}other`);
      await appendSome(3);
      const filter = { categories: [category] };
      const { batches, subscription } = collect(store, { from: null, filter, batchSize: 2 });
      await until(() => batches.at(-1)?.caughtUp === true);
      await subscription.stop();
      for (const [index, { position }] of batches.entries()) {
        const rest = await store.readAll({ from: position, filter });
        expect(rest.events).toEqual(batches.slice(index + 1).flatMap(({ events }) => events));
      }
    });

    test('delivers only the requested categories, matched by their full names', async () => {
      const categories = [category, `${category}b`];
      await appendSome(1, store, `${category}b`);
      await appendSome(2, store, `${category}c`);
      await appendSome(1);
      const { events, subscription } = collect(store, { from: null, filter: { categories }, batchSize: 1 });
      await until(() => events.length === 2);
      await appendSome(1, store, `${category}c`);
      await appendSome(1);
      await until(() => events.length === 3);
      expect(events.map(({ stream }) => stream.split('-')[0])).toEqual([`${category}b`, category, category]);
      await subscription.stop();
    });

    test('the position advances past dozens of events excluded by the filter', async () => {
      const { batches, subscription } = collect(store, { from: null, filter: { categories: [category] } });
      await until(() => batches.length > 0);
      const before = batches.at(-1)?.position;
      await appendSome(70, store, `${category}other`);
      await until(() => batches.at(-1)?.position !== before);
      expect(batches.at(-1)?.events).toEqual([]);
      await subscription.stop();
    });

    test('an unreadable event ends the subscription, with all events before it delivered and none after', async () => {
      const before = await harness.open(oldCodec);
      await appendSome(3);
      const poisoned = newStream(category);
      await before.append(poisoned, 0, [newEvent({ type: 'Forgotten', data: {} })]);
      await appendSome(2);

      const filter = { categories: [category] };
      const { events, batches, subscription } = collect(store, { from: null, filter });
      await expect(subscription.finished).rejects.toBeInstanceOf(UnreadableEventError);
      await expect(subscription.finished).rejects.toThrow(poisoned);
      expect(numbers(events)).toEqual([0, 1, 2]);

      // Resumes at the same event, still failing. With code that knows the event: continues exactly there.
      const last = batches.at(-1)?.position ?? null;
      const again = collect(store, { from: last, filter });
      await expect(again.subscription.finished).rejects.toBeInstanceOf(UnreadableEventError);
      expect(again.events).toEqual([]);
      await expect(store.readAll({ from: last, filter })).rejects.toBeInstanceOf(UnreadableEventError);
      const [unreadable] = await before.readStream(poisoned);
      const without = new Set([unreadable?.id ?? '']);
      const spared = collect(store, { from: null, filter, without });
      await until(() => spared.events.length === 5);
      await spared.subscription.stop();
      expect((await store.readAll({ from: last, filter, without })).events).toHaveLength(2);

      const fixed = collect(before, { from: last, filter });
      await until(() => fixed.events.length === 3);
      expect(fixed.events.map(({ event }) => event.type)).toEqual(['Forgotten', 'Counted', 'Counted']);
      await before.close();
    });

    test('an error of the handler ends the subscription, and nothing more is delivered', async () => {
      await appendSome(3);
      const failure = new Error('cannot handle it');
      let calls = 0;
      const subscription = store.subscribeAll({
        from: null,
        filter: { categories: [category] },
        batchSize: 1,
        async handler() {
          calls++;
          if (calls === 2) throw failure;
        },
      });
      await expect(subscription.finished).rejects.toBe(failure);
      expect(calls).toBe(2);
    });

    test('a stop ends a read at once even if the server does not answer', async (context) => {
      const proxy = await proxyBefore(harness, context);
      const remote = await harness.open(codec, { host: '127.0.0.1', port: proxy.port });
      await appendSome(1, remote);
      proxy.freeze();
      const { subscription } = collect(remote, { from: null });
      await delay(300);
      const from = performance.now();
      await subscription.stop();
      expect(performance.now() - from).toBeLessThan(1_000);
      await remote.close();
    });

    test('batches are handled one at a time, and stop waits for the running one', async () => {
      await appendSome(3);
      let running = 0;
      let ended = 0;
      let release: (() => void) | undefined;
      const subscription = store.subscribeAll({
        from: null,
        filter: { categories: [category] },
        batchSize: 1,
        async handler() {
          running++;
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          ended++;
        },
      });
      await until(() => release !== undefined);
      expect(running).toBe(1);
      release?.();
      await until(() => running === 2);
      expect(ended).toBe(1);
      let stopped = false;
      const stopping = subscription.stop().then(() => (stopped = true));
      await delay(100);
      expect(stopped).toBe(false);
      release?.();
      await stopping;
      expect([running, ended]).toEqual([2, 2]);
      await subscription.finished;
    });

    test('a store closes at once after a read that ended before the last event', async () => {
      const stream = newStream(category);
      const [before, other] = await Promise.all([harness.open(oldCodec), harness.open(codec)]);
      await before.append(stream, 0, [newEvent({ type: 'Forgotten', data: {} })]);
      await before.close();
      await store.append(stream, 1, [count(1), count(2)]);
      await expect(other.readStream(stream)).rejects.toBeInstanceOf(UnreadableEventError);
      await expect(other.readAll({ from: null, filter: { categories: [category] } })).rejects.toBeInstanceOf(
        UnreadableEventError,
      );
      await other.close();
    });

    test('closing the store stops its subscriptions', async () => {
      const other = await harness.open(codec);
      const { batches, subscription } = collect(other, { from: null, filter: { categories: [category] } });
      await until(() => batches.length > 0);
      await other.close();
      await subscription.finished;
      expect(() => collect(other, { from: null })).toThrow('closed');
    });

    test('readAll reads up to the moment of the call in as many batches as it takes', async () => {
      await appendSome(5);
      const filter = { categories: [category] };
      const first = await store.readAll({ from: null, filter, batchSize: 3 });
      const second = await store.readAll({ from: first.position, filter, batchSize: 3 });
      expect([first.caughtUp, second.caughtUp]).toEqual([false, true]);
      expect(numbers([...first.events, ...second.events])).toEqual([0, 1, 2, 3, 4]);
      expect(await store.readAll({ from: second.position, filter })).toMatchObject({ events: [], caughtUp: true });

      const other = await harness.open(codec);
      for (let n = 0; n < 50; n++) {
        await other.append(newStream(category), 0, [count(n)]);
        const { events, caughtUp } = await store.readAll({ from: second.position, filter });
        expect([events.length, caughtUp]).toEqual([n + 1, true]);
      }
      await other.close();
    });
  });
}
