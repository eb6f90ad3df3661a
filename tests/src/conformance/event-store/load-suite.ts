import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, type StreamName } from '@clearcut/platform/event-store/port';
import { collect, type EventStoreHarness, until } from './harness.ts';
import { codec, count, newStream, type TestEvent } from './test-events.ts';

const WRITERS = 32;
const PROCESSES = 4;
const EVENTS_PER_WRITER = process.env['LONG_TESTS'] === '1' ? 10_000 : 320;
const ROLLED_BACK_EVERY = 20;
const HELD_MS = 2_000;

export function loadSuite(start: () => Promise<EventStoreHarness>): void {
  describe('under load', () => {
    let harness: EventStoreHarness;
    let stores: EventStore<TestEvent>[];

    beforeAll(async () => {
      harness = await start();
      stores = await Promise.all(Array.from({ length: PROCESSES }, () => harness.open(codec)));
    });

    afterAll(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await harness.close();
    });

    /** Numbers its events from 1 over all its streams; some appends have several events, some are rolled back. */
    async function write(writer: number, written: Map<StreamName, number>): Promise<void> {
      const store = stores[writer % PROCESSES];
      if (store === undefined) throw new Error('There is no such store');
      let stream = newStream('load');
      let version = 0;
      for (let n = 0; n < EVENTS_PER_WRITER;) {
        if (version >= 25) {
          stream = newStream('load');
          version = 0;
        }
        const size = Math.min(1 + (n % 3), EVENTS_PER_WRITER - n);
        const events = Array.from({ length: size }, (_, index) => count(version + 1 + index, String(writer)));
        if (n % ROLLED_BACK_EVERY === 0) await harness.appendAndRollBack?.(stream, version, events);
        ({ version } = await store.append(stream, version, events));
        written.set(stream, version);
        n += size;
      }
    }

    /** Events that get an early position and appear late: a reader who ran ahead would miss them. */
    async function hold(written: Map<StreamName, number>, signal: AbortSignal): Promise<void> {
      while (!signal.aborted && harness.appendAndHold !== undefined) {
        const stream = newStream('load');
        await harness.appendAndHold(stream, 0, [count(1, 'holder'), count(2, 'holder')], HELD_MS);
        written.set(stream, 2);
        await delay(HELD_MS / 4);
      }
    }

    test(
      `${WRITERS} writers, appends held open and taken back: a live reader gets every event once and in order`,
      { timeout: 1_800_000 },
      async () => {
        const reader = await harness.open(codec);
        const { events, subscription } = collect(reader, {
          from: null,
          filter: { categories: ['load'] },
          batchSize: 200,
        });
        const written = new Map<StreamName, number>();
        const writing = new AbortController();
        const holding = hold(written, writing.signal);
        await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, written)));
        writing.abort();
        await holding;

        const end = newStream('load');
        await reader.append(end, 0, [count(1)]);
        await until(() => events.some(({ stream }) => stream === end));
        await subscription.stop();

        const seen = new Map<StreamName, number>();
        const outOfOrder: string[] = [];
        for (const { stream, version, event } of events) {
          // Exactly the next version: finds lost, duplicate and swapped events.
          const expected = (seen.get(stream) ?? 0) + 1;
          const n = event.type === 'Counted' ? event.data.n : undefined;
          if (version !== expected || n !== expected) outOfOrder.push(`${stream}: ${version} instead of ${expected}`);
          seen.set(stream, version);
        }
        expect(outOfOrder).toEqual([]);
        seen.delete(end);
        expect(seen).toEqual(written);
        await reader.close();
      },
    );
  });
}
