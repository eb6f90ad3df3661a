import { randomUUID } from 'node:crypto';
import type { Consumer, ConsumerOptions, MessageBus } from '@clearcut/platform/message-bus/port';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { connectTo, type AdapterUnderTest } from './adapter.ts';

/** Bus and topic belong to the running test. */
export interface TopicUnderTest {
  readonly bus: MessageBus;
  readonly topic: string;
  /** Another bus, as in another process. */
  readonly connect: () => Promise<MessageBus>;
  /** Consumes the test's topic with generous defaults. */
  readonly consume: (handler: ConsumerOptions['handler'], options?: Partial<ConsumerOptions>) => Consumer;
  readonly settled: () => Promise<void>;
  /** Everything that ever arrives on `from`. */
  readonly collect: (from: string) => string[];
}

/** For the tests of the calling group: they share the adapter, and each gets a bus and a topic. */
export function topicUnderTest(start: () => Promise<AdapterUnderTest>): TopicUnderTest {
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

  return {
    get bus() {
      return bus;
    },
    get topic() {
      return topic;
    },
    connect: () => connectTo(underTest),
    consume: (handler, options = {}) => bus.consume({ topic, concurrency: 1, maxAttempts: 5, handler, ...options }),
    settled: () => vi.waitFor(async () => expect(await bus.depth(topic)).toBe(0), 60_000),
    collect(from) {
      const ids: string[] = [];
      bus.consume({ topic: from, concurrency: 10, maxAttempts: 1, handler: async ({ id }) => (ids.push(id), {}) });
      return ids;
    },
  };
}
