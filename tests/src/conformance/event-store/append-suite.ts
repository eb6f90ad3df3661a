import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, VersionConflictError } from '@clearcut/platform/event-store/port';
import { UnreadableEventError } from '@clearcut/schemas/define-event';
import { type EventStoreHarness, proxyBefore } from './harness.ts';
import { codec, count, newEvent, newStream, oldCodec, type TestEvent } from './test-events.ts';

export function appendSuite(start: () => Promise<EventStoreHarness>): void {
  describe('append and readStream', () => {
    let harness: EventStoreHarness;
    let store: EventStore<TestEvent>;

    beforeAll(async () => {
      harness = await start();
      store = await harness.open(codec);
    });

    afterAll(async () => {
      await store.close();
      await harness.close();
    });

    test('events come back in order and complete, with versions from 1', async () => {
      const stream = newStream();
      const events = [count(1), count(2), count(3)];
      expect(await store.append(stream, 0, events.slice(0, 2))).toEqual({ outcome: 'appended', version: 2 });
      expect(await store.append(stream, 2, events.slice(2))).toEqual({ outcome: 'appended', version: 3 });

      const recorded = await store.readStream(stream);
      expect(recorded).toMatchObject(events.map((event, index) => ({ ...event, stream, version: index + 1 })));
      expect(recorded.every((event) => event.recordedAt instanceof Date)).toBe(true);
      expect(new Set(recorded.map((event) => event.position)).size).toBe(3);
      expect(await store.readStream(stream, 2)).toEqual(recorded.slice(2));
      expect(await store.readStream(stream, 1, 1)).toEqual(recorded.slice(1, 2));
      expect(await store.readStream(stream, 3)).toEqual([]);
      expect(await store.readStream(newStream())).toEqual([]);
    });

    test('text in any script, and characters that JSON escapes, come back unchanged', async () => {
      const writer = 'été 猫 🐈 \n\t \u2028 \\ " \' {} $1 %';
      const stream = newStream();
      await store.append(stream, 0, [count(Number.MAX_SAFE_INTEGER, writer), count(-0, '')]);
      expect((await store.readStream(stream)).map(({ event }) => event.data)).toEqual([
        { writer, n: Number.MAX_SAFE_INTEGER },
        { writer: '', n: 0 },
      ]);
    });

    test.for(['\0', '\u001b', '\u0085', '\r', '\ud83d'])(
      'regression: a text with %j is refused, and nothing is stored',
      async (text) => {
        const stream = newStream();
        const { metadata, ...event } = count(1);
        const refused = expect.objectContaining({ code: 'validation_failed' }) as unknown;
        await expect(store.append(stream, 0, [count(1), count(2, `a${text}b`)])).rejects.toEqual(refused);
        await expect(
          store.append(stream, 0, [{ ...event, metadata: { ...metadata, causationId: text } }]),
        ).rejects.toEqual(refused);
        expect(await store.readStream(stream)).toEqual([]);
      },
    );

    test.each([
      ['a stream that does not exist, expected at 1', 0, 1],
      ['a stream at 2, expected not to exist', 2, 0],
      ['a stream at 2, expected at 1', 2, 1],
      ['a stream at 2, expected at 3', 2, 3],
    ])('%s: conflict, and nothing is stored', async (_name, actual, expected) => {
      const stream = newStream();
      if (actual > 0) {
        await store.append(
          stream,
          0,
          Array.from({ length: actual }, (_, n) => count(n)),
        );
      }
      const failed = store.append(stream, expected, [count(8), count(9)]);
      await expect(failed).rejects.toBeInstanceOf(VersionConflictError);
      await expect(failed).rejects.toMatchObject({ stream, expectedVersion: expected });
      expect(await store.readStream(stream)).toHaveLength(actual);
    });

    test('an empty append is refused', async () => {
      await expect(store.append(newStream(), 0, [])).rejects.toBeInstanceOf(RangeError);
    });

    test('an event that does not fit its schema is refused together with its neighbours', async () => {
      const stream = newStream();
      await expect(store.append(stream, 0, [count(1), count(1.5)])).rejects.toThrow(/int/);
      expect(await store.readStream(stream)).toEqual([]);
    });

    test('exactly one of 64 concurrent first appends takes effect', async () => {
      for (let round = 0; round < 5; round++) {
        const stream = newStream();
        const outcomes = await Promise.allSettled(
          Array.from({ length: 64 }, (_, n) => store.append(stream, 0, [count(n)])),
        );
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(VersionConflictError);
        }
        expect(await store.readStream(stream)).toHaveLength(1);
      }
    });

    test('exactly one of 64 concurrent appends to one version takes effect', async () => {
      const stream = newStream();
      await store.append(stream, 0, [count(0)]);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 64 }, (_, n) => store.append(stream, 1, [count(n), count(n)])),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await store.readStream(stream)).map(({ version }) => version)).toEqual([1, 2, 3]);
    });

    test('the same ids at the same place are a duplicate, even after later events', async () => {
      const stream = newStream();
      const first = [count(1), count(2)];
      const second = [count(3)];
      await store.append(stream, 0, first);
      expect(await store.append(stream, 0, first)).toEqual({ outcome: 'duplicate', version: 2 });
      await store.append(stream, 2, second);
      await store.append(stream, 3, [count(4)]);
      expect(await store.append(stream, 0, first)).toEqual({ outcome: 'duplicate', version: 2 });
      expect(await store.append(stream, 2, second)).toEqual({ outcome: 'duplicate', version: 3 });
      expect((await store.readStream(stream)).map(({ event }) => event.data)).toMatchObject(
        [1, 2, 3, 4].map((n) => ({ n })),
      );
    });

    test('64 identical concurrent appends store one event and all succeed', async () => {
      const stream = newStream();
      const events = [count(1)];
      const outcomes = await Promise.all(Array.from({ length: 64 }, () => store.append(stream, 0, events)));
      expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
      expect(await store.readStream(stream)).toHaveLength(1);
    });

    test('a stale version with other, fewer or reordered ids is a conflict', async () => {
      const stream = newStream();
      const [a, b, c] = [count(1), count(2), count(3)];
      await store.append(stream, 0, [a, b]);
      for (const events of [[c], [a, c], [c, b], [b, a], [a, b, c]]) {
        await expect(store.append(stream, 0, events)).rejects.toBeInstanceOf(VersionConflictError);
      }
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    test('retrying an append after a lost answer is a duplicate', async (context) => {
      const proxy = await proxyBefore(harness, context);
      const remote = await harness.open(codec, { host: '127.0.0.1', port: proxy.port });
      try {
        const stream = newStream();
        const events = [count(1)];
        // Opens the connection, whose first requests need their answers.
        await remote.append(newStream(), 0, [count(0)]);

        const cut = proxy.cutAnswer(async () => (await store.readStream(stream)).length === 1);
        // A store may resolve the unknown outcome itself; others leave it to the caller.
        const first = await remote.append(stream, 0, events).catch(() => undefined);
        expect(first?.outcome).not.toBe('duplicate');
        await cut;

        expect(await remote.append(stream, 0, events)).toEqual({ outcome: 'duplicate', version: 1 });
        expect(await store.readStream(stream)).toHaveLength(1);
      } finally {
        await remote.close();
      }
    });

    test('an event of an older schema version is read as the current one', async () => {
      const stream = newStream();
      const before = await harness.open(oldCodec);
      await before.append(stream, 0, [newEvent({ type: 'Named', data: { name: 'Ada Lovelace' } })]);
      await before.close();
      await store.append(stream, 1, [newEvent({ type: 'Named', data: { first: 'Alan', last: 'Turing' } })]);
      expect((await store.readStream(stream)).map(({ event }) => event)).toEqual([
        { type: 'Named', data: { first: 'Ada', last: 'Lovelace' } },
        { type: 'Named', data: { first: 'Alan', last: 'Turing' } },
      ]);
    });

    test('reading a stream with an event unknown to the catalogue fails and names it', async () => {
      const stream = newStream();
      const id = randomUUID();
      const before = await harness.open(oldCodec);
      await before.append(stream, 0, [newEvent({ type: 'Forgotten', data: {} }, id)]);
      await before.close();
      const failed = store.readStream(stream);
      await expect(failed).rejects.toBeInstanceOf(UnreadableEventError);
      await expect(failed).rejects.toThrow(id);
    });
  });
}
