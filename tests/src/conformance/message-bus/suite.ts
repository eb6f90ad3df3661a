import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  UnprocessableMessageError,
  type ConsumerOptions,
  type Delivery,
  type MessageBus,
  type OutgoingMessage,
  type Outcome,
} from '@clearcut/platform/message-bus/port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTo, LEASE_SECONDS, type AdapterUnderTest } from './adapter.ts';

const ofGroup = (group: string, count: number, priority = 0): OutgoingMessage[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${group}${n}`, body: 0, priority, group }));
const idsOf = (messages: readonly OutgoingMessage[]): string[] => messages.map(({ id }) => id);

/** What every adapter of the message bus promises to one process. What needs several stands in `process-suite.ts`. */
export function messageBusSuite(adapter: string, start: () => Promise<AdapterUnderTest>): void {
  describe(`message bus: ${adapter}`, { timeout: 120_000 }, () => {
    let underTest: AdapterUnderTest;
    let bus: MessageBus;
    let topic: string;

    beforeAll(async () => {
      underTest = await start();
    });
    afterAll(() => underTest.stop());
    beforeEach(async () => {
      bus = await connectTo(underTest);
      topic = `topic-${randomUUID()}`;
    });
    afterEach(() => bus.close());

    /** Consumes with the test's topic and generous defaults. */
    const consume = (handler: ConsumerOptions['handler'], options: Partial<ConsumerOptions> = {}) =>
      bus.consume({ topic, concurrency: 1, maxAttempts: 5, handler, ...options });
    const settled = (): Promise<void> => vi.waitFor(async () => expect(await bus.depth(topic)).toBe(0), 60_000);

    /** All that ever comes on `from`. */
    function collect(from: string): string[] {
      const ids: string[] = [];
      bus.consume({ topic: from, concurrency: 10, maxAttempts: 1, handler: async ({ id }) => (ids.push(id), {}) });
      return ids;
    }

    test('delivers a message as it was published, and no more once it is acknowledged', async () => {
      const body = { text: 'ä\u0000"\\', list: [1, null, { deep: true }] };
      const deliveries: Pick<Delivery, 'id' | 'body' | 'attempt'>[] = [];
      await bus.publish(topic, [{ id: 'first', body }]);
      consume(async ({ id, body, attempt }) => (deliveries.push({ id, body, attempt }), {}));
      await settled();
      await bus.publish(topic, [{ id: 'second', body: null }]);
      await vi.waitUntil(() => deliveries.length > 1, 30_000);
      await settled();
      expect(deliveries).toEqual([
        { id: 'first', body, attempt: 1 },
        { id: 'second', body: null, attempt: 1 },
      ]);
    });

    test('an id is taken once: twice in one call, while it waits, is worked on, and after its end', async () => {
      const entered = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const bodies: unknown[] = [];
      await bus.publish(topic, [
        { id: 'same', body: 'first' },
        { id: 'same', body: 'in the same call' },
      ]);
      await bus.publish(topic, [{ id: 'same', body: 'while it waits' }]);
      // A repeat may be counted until it is recognised.
      expect(await bus.depth(topic)).toBeGreaterThan(0);
      consume(async ({ body }) => {
        bodies.push(body);
        entered.resolve();
        await goOn.promise;
        return {};
      });
      await entered.promise;
      await bus.publish(topic, [{ id: 'same', body: 'while it is worked on' }]);
      await vi.waitFor(async () => expect(await bus.depth(topic)).toBe(1), 30_000);
      goOn.resolve();
      await settled();
      await bus.publish(topic, [{ id: 'same', body: 'after its end' }]);
      await settled();
      await bus.publish(topic, [{ id: 'other', body: 'other' }]);
      await vi.waitUntil(() => bodies.includes('other'), 30_000);
      expect(bodies).toEqual(['first', 'other']);
    });

    test('one id on two topics is two messages', async () => {
      await bus.publish(topic, [{ id: 'same', body: 1 }]);
      await bus.publish(`${topic}-other`, [{ id: 'same', body: 1 }]);
      expect([await bus.depth(topic), await bus.depth(`${topic}-other`)]).toEqual([1, 1]);
    });

    test('serves lower priorities first, and one priority in the order of publishing', async () => {
      await bus.publish(topic, [
        { id: 'z-late', body: 0, priority: 1 },
        { id: 'y-first', body: 0 },
        { id: 'a-second', body: 0 },
      ]);
      await bus.publish(topic, [
        { id: 'm-urgent', body: 0, priority: -1 },
        { id: 'b-third', body: 0 },
        { id: 'a-later', body: 0, priority: 1 },
      ]);
      const served: string[] = [];
      consume(async ({ id }) => (served.push(id), {}));
      await settled();
      expect(served).toEqual(['m-urgent', 'y-first', 'a-second', 'b-third', 'z-late', 'a-later']);
    });

    /** A consumer of one message at a time, which is kept at its first until `goOn`; `served` are the others. */
    async function holdConsumer(): Promise<{ served: string[]; goOn: () => Promise<void> }> {
      const served: string[] = [];
      const entered = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      await bus.publish(topic, [{ id: 'first', body: 0, priority: -2 }]);
      consume(async ({ id }) => {
        if (id !== 'first') served.push(id);
        else {
          entered.resolve();
          await released.promise;
        }
        return {};
      });
      await entered.promise;
      return { served, goOn: () => (released.resolve(), settled()) };
    }

    async function allWait(messages: readonly OutgoingMessage[]): Promise<void> {
      for (const { id } of messages) {
        await vi.waitUntil(async () => (await bus.ahead(topic, id, 1)) !== undefined, 60_000);
      }
    }

    test('who brings few does not wait for all of who brought many before', async () => {
      const [many, few] = [ofGroup('many', 30), ofGroup('few', 3)];
      const { served, goOn } = await holdConsumer();
      for (const message of many) await bus.publish(topic, [message]);
      await bus.publish(topic, few);
      await allWait([...many, ...few]);
      await goOn();
      expect(served.slice(0, 7)).toEqual(expect.arrayContaining(idsOf(few)));
      // Nothing is lost or doubled, and each group keeps its order.
      expect(served.filter((id) => id.startsWith('many'))).toEqual(idsOf(many));
      expect(served.filter((id) => id.startsWith('few'))).toEqual(idsOf(few));
      expect(served).toHaveLength(33);
    });

    test('of messages that come in one call, too, each group is served in turns', async () => {
      const messages = [...ofGroup('a', 20), ...ofGroup('b', 2), ...ofGroup('c', 2)];
      const { served, goOn } = await holdConsumer();
      await bus.publish(topic, messages);
      await allWait(messages);
      await goOn();
      expect(served.slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1']);
      expect(served).toHaveLength(24);
    });

    test('no group overtakes a priority', async () => {
      const [late, early] = [ofGroup('late', 5, 1), ofGroup('early', 10)];
      const { served, goOn } = await holdConsumer();
      await bus.publish(topic, late);
      await bus.publish(topic, early);
      await allWait([...late, ...early]);
      await goOn();
      expect(served).toEqual([...idsOf(early), ...idsOf(late)]);
    });

    test('who was away gets no turns for that time', async () => {
      const [before, back] = [ofGroup('before', 40), ofGroup('back', 9)];
      await bus.publish(topic, before);
      const served: string[] = [];
      const goOn = Promise.withResolvers<void>();
      consume(async ({ id }) => {
        if (served.push(id) === 30) await goOn.promise;
        return {};
      });
      await vi.waitUntil(() => served.length === 30, 60_000);
      await bus.publish(topic, back);
      await allWait(back);
      goOn.resolve();
      await settled();
      expect(served.slice(30, 36)).toEqual(['before30', 'back0', 'before31', 'back1', 'before32', 'back2']);
      expect(served).toHaveLength(49);
    });

    test('messages without a group go before those that have one, and leave their turns as they are', async () => {
      const { served, goOn } = await holdConsumer();
      const [many, few] = [ofGroup('many', 5), ofGroup('few', 2)];
      await bus.publish(topic, many);
      await bus.publish(topic, [{ id: 'alone', body: 0 }, ...few, { id: 'alone too', body: 0 }]);
      await allWait([...many, ...few, { id: 'alone', body: 0 }, { id: 'alone too', body: 0 }]);
      await goOn();
      const inTurns = ['many0', 'few0', 'many1', 'few1', 'many2', 'many3', 'many4'];
      expect(served).toEqual(['alone', 'alone too', ...inTurns]);
    });

    test('tells how many are served before one that waits', async () => {
      const waiting = [...ofGroup('a', 5), ...ofGroup('b', 2), { id: 'urgent', body: 0, priority: -1 }];
      const { goOn } = await holdConsumer();
      await bus.publish(topic, waiting);
      await allWait(waiting);
      // Before `b0` come what is being worked on, what is urgent, and the first of `a`.
      const places = ['first', 'urgent', 'a0', 'b0', 'a1', 'b1', 'a4'].map((id) => bus.ahead(topic, id, 100));
      expect(await Promise.all(places)).toEqual([undefined, 1, 2, 3, 4, 5, 8]);
      expect(await bus.ahead(topic, 'a4', 3)).toBe(3);
      expect(await bus.ahead(topic, 'never published', 100)).toBeUndefined();
      await goOn();
      expect(await bus.ahead(topic, 'a4', 100)).toBeUndefined();
    });

    test('works on as many at a time as it was told, not one more', async () => {
      let running = 0;
      let most = 0;
      await bus.publish(
        topic,
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
      const effects = collect(`${topic}-effects`);
      await bus.publish(topic, [{ id: 'job', body: 0 }]);
      const seenWhileWorking = Promise.withResolvers<string[]>();
      consume(async ({ publish }) => {
        await publish(`${topic}-effects`, [{ id: 'progress', body: 0 }]);
        await vi.waitUntil(() => effects.length === 1, 30_000);
        seenWhileWorking.resolve([...effects]);
        return { publish: [{ topic: `${topic}-effects`, messages: [{ id: 'result', body: 0 }] }] };
      });
      expect(await seenWhileWorking.promise).toEqual(['progress']);
      await vi.waitUntil(() => effects.length === 2, 30_000);
      expect(effects).toEqual(['progress', 'result']);
    });

    test('a failing message is tried again and then ends among the dead letters; whoever waits is told once', async () => {
      const effects = collect(`${topic}-effects`);
      const attempts: number[] = [];
      const told = vi.fn((_message: { id: string; body: unknown }, reason: string): Outcome => ({
        publish: [{ topic: `${topic}-effects`, messages: [{ id: `failed because ${reason}`, body: 0 }] }],
      }));
      await bus.publish(topic, [{ id: 'poison', body: { n: 7 } }]);
      const poisoned = consume(
        async ({ attempt }) => {
          attempts.push(attempt);
          throw new Error(`broken ${attempt}`);
        },
        { maxAttempts: 3, onDead: told },
      );
      await vi.waitUntil(() => effects.length > 0, 30_000);
      await poisoned.stop();
      expect(attempts).toEqual([1, 2, 3]);
      expect(effects).toEqual(['failed because broken 3']);
      expect(told.mock.calls).toEqual([[{ id: 'poison', body: { n: 7 } }, 'broken 3']]);
      expect(await bus.depth(topic)).toBe(0);
      expect(await bus.deadLetters(topic)).toEqual([
        { topic, id: 'poison', body: { n: 7 }, attempts: 3, error: 'broken 3', diedAt: expect.any(Date) as Date },
      ]);
      expect((await bus.deadLetters()).map(({ id }) => id)).toContain('poison');
      expect([await bus.deadLetterCount(topic), await bus.deadLetterCount(`${topic}-effects`)]).toEqual([1, 0]);
    });

    test('no try counts while a store that the work needs is out of reach, and a message outlasts any outage', async () => {
      const attempts: number[] = [];
      await bus.publish(topic, [{ id: 'sound', body: 0 }]);
      const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      consume(
        async ({ attempt }) => {
          if (attempts.push(attempt) < 5) throw new Error('The picture cannot be read', { cause: refused });
          return {};
        },
        { maxAttempts: 2 },
      );
      await settled();
      expect(attempts).toEqual([1, 1, 1, 1, 1]);
      expect(await bus.deadLetters(topic)).toEqual([]);
    });

    test('a failing message does not hold up the next', async () => {
      await bus.publish(topic, [
        { id: 'poison', body: 0 },
        { id: 'sound', body: 0 },
      ]);
      const sound = Promise.withResolvers<number>();
      let failures = 0;
      consume(async ({ id }) => {
        if (id === 'poison' && ++failures < 3) throw new Error('broken');
        sound.resolve(failures);
        return {};
      });
      expect(await sound.promise).toBe(1);
      await settled();
    });

    test('what cannot succeed dies at once, and comes back fresh when redriven', async () => {
      const attempts: number[] = [];
      let mended = false;
      await bus.publish(topic, [{ id: 'odd', body: 0 }]);
      consume(async ({ attempt }) => {
        attempts.push(attempt);
        if (!mended) throw new UnprocessableMessageError('no such picture');
        return {};
      });
      await vi.waitUntil(async () => (await bus.deadLetters(topic)).length === 1, 30_000);
      expect(attempts).toEqual([1]);
      // Dead is not forgotten: publishing it again is no way around the redrive.
      await bus.publish(topic, [{ id: 'odd', body: 0 }]);
      await settled();

      mended = true;
      expect(await bus.redrive(topic, 'odd')).toBe(true);
      await vi.waitUntil(() => attempts.length === 2, 30_000);
      await settled();
      expect(attempts).toEqual([1, 1]);
      expect(await bus.deadLetters(topic)).toEqual([]);
      expect(await bus.redrive(topic, 'odd')).toBe(false);
      expect(await bus.redrive(topic, 'never published')).toBe(false);
    });

    test('an onDead that throws loses no dead letter', async () => {
      await bus.publish(topic, [{ id: 'poison', body: 0 }]);
      consume(() => Promise.reject(new UnprocessableMessageError('broken')), {
        onDead: () => {
          throw new Error('wrong again');
        },
      });
      await vi.waitUntil(async () => (await bus.deadLetters(topic)).length === 1, 30_000);
      const [letter] = await bus.deadLetters(topic);
      expect(letter?.error).toContain('broken');
      expect(letter?.error).toContain('wrong again');
    });

    test('work that takes longer than the lease keeps it', async () => {
      const attempts: number[] = [];
      await bus.publish(topic, [{ id: 'long', body: 0 }]);
      const handler = async ({ attempt, signal }: Delivery): Promise<Outcome> => {
        attempts.push(attempt);
        await delay(LEASE_SECONDS * 2_500, undefined, { signal });
        return {};
      };
      consume(handler);
      const other = await connectTo(underTest);
      try {
        other.consume({ topic, concurrency: 1, maxAttempts: 5, handler });
        await settled();
      } finally {
        await other.close();
      }
      expect(attempts).toEqual([1]);
    });

    test('stop waits for what is running and takes nothing new', async () => {
      const entered = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const handled: string[] = [];
      await bus.publish(topic, [
        { id: 'running', body: 0 },
        { id: 'next', body: 0 },
      ]);
      const consumer = consume(async ({ id }) => {
        entered.resolve();
        await goOn.promise;
        handled.push(id);
        return {};
      });
      await entered.promise;
      let stopped = false;
      const stop = consumer.stop().then(() => (stopped = true));
      await delay(100);
      expect(stopped).toBe(false);
      goOn.resolve();
      await stop;
      await bus.publish(topic, [{ id: 'later', body: 0 }]);
      await delay(700);
      expect(handled).toEqual(['running']);
      // What was taken in just before the stop may be counted twice.
      expect(await bus.depth(topic)).toBeGreaterThanOrEqual(2);
    });

    test('a handler that does not end in the time for stopping is told, and its message goes back uncounted', async () => {
      const entered = Promise.withResolvers<void>();
      await bus.publish(topic, [{ id: 'endless', body: 0 }]);
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
  });
}
