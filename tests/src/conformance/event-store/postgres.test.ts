import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isConnectionError } from '@clearcut/platform/database/database';
import type { EventStore, Position } from '@clearcut/platform/event-store/port';
import { appendSuite } from './append-suite.ts';
import { collect, proxyBefore, until } from './harness.ts';
import { loadSuite } from './load-suite.ts';
import { type PostgresHarness, startPostgres } from './postgres-harness.ts';
import { subscriptionSuite } from './subscription-suite.ts';
import { codec, count, newEvent, newStream, oldCodec, type TestEvent } from './test-events.ts';

// Another store's adapter has a file beside this one, run when its address is set.
describe('PostgreSQL event store', () => {
  appendSuite(startPostgres);
  subscriptionSuite(startPostgres);
  loadSuite(startPostgres);

  describe('PostgreSQL alone', () => {
    let harness: PostgresHarness;
    let store: EventStore<TestEvent>;

    beforeAll(async () => {
      harness = await startPostgres();
      store = await harness.open(codec);
    });

    afterAll(async () => {
      await store.close();
      await harness.close();
    });

    test('refuses a position beyond the end of the log', async () => {
      await store.append(newStream(), 0, [count(1)]);
      const { subscription } = collect(store, { from: '1000000' });
      await expect(subscription.finished).rejects.toThrow('beyond the end');
    });

    test('events are never changed or removed', async () => {
      await store.append(newStream(), 0, [count(1)]);
      for (const sql of [
        `UPDATE event_store.event SET type = 'Other'`,
        'DELETE FROM event_store.event',
        'TRUNCATE event_store.event',
      ]) {
        await expect(harness.database.query(sql)).rejects.toThrow('never changed');
      }
    });

    test('one id is one event: recording it elsewhere is refused', async () => {
      const event = count(1);
      await store.append(newStream(), 0, [event]);
      const other = newStream();
      await expect(store.append(other, 0, [event])).rejects.toThrow('event_event_id_key');
      expect(await store.readStream(other)).toEqual([]);
    });

    test('a hanging writer blocks neither appends nor readers for long', async () => {
      const hanging = harness.appendAndHold?.(newStream(), 0, [count(1)], 3_000);
      const { events, subscription } = collect(store, { from: null });
      const stream = newStream();
      for (let version = 0; version < 50; version++) await store.append(stream, version, [count(version)]);
      await hanging;
      await until(() => events.filter((event) => event.stream === stream).length === 50);
      await subscription.stop();
    });

    test('a subscription whose connections are cut waits, or ends as such and loses nothing when restarted', async (context) => {
      const proxy = await proxyBefore(harness, context);
      const remote = await harness.open(codec, { host: '127.0.0.1', port: proxy.port });
      const stream = newStream();
      const seen: number[] = [];
      let position: Position | null = null;
      const stopping = new AbortController();

      async function follow(): Promise<void> {
        while (!stopping.signal.aborted) {
          const subscription = remote.subscribeAll({
            from: position,
            async handler(batch) {
              seen.push(...batch.events.filter((event) => event.stream === stream).map(({ version }) => version));
              ({ position } = batch);
            },
          });
          stopping.signal.addEventListener('abort', () => void subscription.stop());
          await subscription.finished.catch((error: unknown) => {
            if (!isConnectionError(error)) throw error;
          });
        }
      }

      const following = follow();
      for (let version = 0; version < 20; version++) {
        if (version % 5 === 0) {
          await until(() => seen.length === version);
          proxy.cutAll();
        }
        await store.append(stream, version, [count(version)]);
      }
      await until(() => seen.length >= 20);
      expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      stopping.abort();
      await following;
      await remote.close();
    });

    // The last test: the event stays in the log.
    test('an unreadable event ends only the subscriptions that it is for', async () => {
      const before = await harness.open(oldCodec);
      const forAll = collect(store, { from: null });
      const forOthers = collect(store, { from: null, filter: { categories: ['ours'] } });
      await until(() => [forAll, forOthers].every(({ batches }) => batches.at(-1)?.caughtUp === true));
      const stream = newStream('ours');
      await store.append(stream, 0, [count(1)]);
      await until(() => forOthers.events.length === 1);
      await before.append(newStream('theirs'), 0, [newEvent({ type: 'Forgotten', data: {} })]);
      await expect(forAll.subscription.finished).rejects.toThrow('cannot be read');
      await store.append(stream, 1, [count(2)]);
      await until(() => forOthers.events.length === 2);
      await forOthers.subscription.stop();
      await before.close();
    });
  });
});
