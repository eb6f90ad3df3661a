import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectKafka, type KafkaConnection } from '@clearcut/platform/message-bus/kafka/kafka';
import type { KafkaRecord } from '@clearcut/platform/message-bus/kafka/record';
import type { ConsumerOptions, MessageBus } from '@clearcut/platform/message-bus/port';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type KafkaBroker, startKafka } from '../../support/servers/kafka.ts';
import { isScaleRun } from '../../support/servers/scale.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';
import type { AdapterUnderTest } from './adapter.ts';
import { BULK_FROM, connect, startKafkaAdapter } from './kafka-adapter.ts';
import { messageBusProcessSuite } from './suites/process-suite.ts';
import { messageBusSuite } from './suites/suite.ts';
import { WorkerProcess } from './worker-process.ts';

/** A broker takes minutes, too long for `npm test`: `npm run test:scale` runs this. */
if (!isScaleRun) process.stderr.write('\nThe Kafka message bus is tested by npm run test:scale.\n');
const broker = isScaleRun ? await whenAvailable('The Kafka message bus', startKafka) : undefined;
afterAll(() => broker?.stop());

const start = () => startKafkaAdapter(broker?.brokers ?? '');
const jobs = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `job-${n}`, body: { task: 'work' } }));

describe.skipIf(broker === undefined)('one message stays on a broker', () => {
  messageBusSuite('Kafka', start);
  messageBusProcessSuite('Kafka', start);
  describe('messages from Kafka', { timeout: 160_000 }, () => kafkaTests(broker as KafkaBroker));
});

function kafkaTests(broker: KafkaBroker): void {
  let adapter: AdapterUnderTest;
  let bus: MessageBus;
  let kafka: KafkaConnection;
  let topic: string;

  beforeAll(async () => {
    adapter = await start();
  });
  afterAll(() => adapter.stop());
  beforeEach(() => {
    bus = connect(adapter.settings);
    kafka = connectKafka({ brokers: [broker.brokers], clientId: 'observer', log: pino({ level: 'silent' }) });
    topic = `topic-${randomUUID()}`;
  });
  afterEach(() => Promise.all([bus.close(), kafka.close()]));

  const consume = (handler: ConsumerOptions['handler'], options: Partial<ConsumerOptions> = {}) =>
    bus.consume({ topic, concurrency: 1, maxAttempts: 5, handler, ...options });
  const settled = (): Promise<void> => vi.waitFor(async () => expect(await bus.depth(topic)).toBe(0), 100_000);

  /** All records of a topic, by key: a successor forwards again what a dead process forwarded. */
  function recordsOn(topic: string): Map<string, unknown> {
    const seen = new Map<string, unknown>();
    const take = async (_topic: string, records: readonly KafkaRecord[]) => {
      for (const { key, value } of records) seen.set(key, JSON.parse(value));
      return 'taken' as const;
    };
    kafka.follow({ group: `observer-${randomUUID()}`, topics: [topic], take });
    return seen;
  }

  test('waiting bulk messages do not delay others', async () => {
    const bulk = Array.from({ length: 600 }, (_, n) => ({ id: `bulk-${n}`, body: 0, priority: BULK_FROM }));
    await bus.publish(topic, bulk);
    const served: string[] = [];
    consume(async ({ id }) => {
      served.push(id);
      await delay(5);
      return {};
    });
    await vi.waitUntil(() => served.length > 20, 60_000);
    await bus.publish(topic, [{ id: 'urgent', body: 0 }]);
    const before = served.length;
    await vi.waitUntil(() => served.includes('urgent'), 60_000);
    // Only those of the 600 that were served while it was in transit.
    expect(served.indexOf('urgent') - before).toBeLessThan(150);
    await settled();
    expect(served.toSorted()).toEqual([...bulk.map(({ id }) => id), 'urgent'].toSorted());
  });

  test('a dead letter is on the dead-letter topic, with its error', async () => {
    await bus.publish(topic, [{ id: 'poison', body: { n: 7 } }]);
    consume(() => Promise.reject(new Error('no such picture')), { maxAttempts: 1 });
    const letters = recordsOn(`${topic}.dead-letters`);
    await vi.waitUntil(() => letters.size === 1, 60_000);
    expect([...letters.values()]).toEqual([{ id: 'poison', body: { n: 7 }, error: 'no such picture' }]);
    expect(await bus.deadLetters(topic)).toMatchObject([{ id: 'poison', error: 'no such picture' }]);
  });

  test('another producer’s record reaches the handler unchanged and delays no other', async () => {
    const bodies: unknown[] = [];
    await kafka.send(topic, [{ key: 'odd', value: 'not { JSON', headers: { priority: 'high' } }]);
    await bus.publish(topic, [{ id: 'sound', body: 'sound' }]);
    consume(async ({ body }) => (bodies.push(body), {}));
    await settled();
    expect(bodies).toEqual(['not { JSON', 'sound']);
  });

  test('a record that the table cannot store delays no other', async () => {
    const odd: KafkaRecord[] = [
      { key: 'a\0b', value: '"key with a zero character"' },
      { key: 'x'.repeat(5_000), value: '"long key"' },
      { key: 'group', value: '"group with a zero character"', headers: { group: 'a\0b' } },
      { key: 'priority', value: '"priority"', headers: { priority: '9000000000' } },
    ];
    await kafka.send(topic, odd);
    await bus.publish(topic, [{ id: 'sound', body: 'sound' }]);
    const seen = new Map<unknown, string>();
    consume(async ({ id, body }) => (seen.set(body, id), {}));
    await vi.waitUntil(() => seen.size === odd.length + 1, 60_000);
    // Its position replaces its key, so that it is still consumed once.
    expect(seen.get('long key')).toMatch(new RegExp(`${topic}/\\d+/\\d+$`));
    expect(seen.get('sound')).toBe('sound');
  });

  test("a follower continues after an error that the client considers final, such as a coordinator's crash", async () => {
    const [before, after] = jobs(2).map(({ id }) => ({ key: id, value: id })) as [KafkaRecord, KafkaRecord];
    await kafka.send(topic, [before]);
    const taken: string[] = [];
    let isFirst = true;
    const take = async (_topic: string, records: readonly KafkaRecord[]) => {
      if (isFirst) {
        isFirst = false;
        throw Object.assign(new Error('final'), { retriable: false });
      }
      taken.push(...records.map(({ key }) => key));
      return 'taken' as const;
    };
    kafka.follow({ group: topic, topics: [topic], take });
    await vi.waitUntil(() => taken.includes(before.key), 60_000);
    await kafka.send(topic, [after]);
    await vi.waitUntil(() => taken.includes(after.key), 60_000);
  });

  test('a broker that stops and returns loses nothing and doubles nothing', async () => {
    const results = recordsOn(`${topic}-effects`);
    await bus.publish(topic, jobs(60));
    consume(async ({ id }) => {
      await delay(20);
      return { publish: [{ topic: `${topic}-effects`, messages: [{ id: `${id}:${randomUUID()}`, body: id }] }] };
    });
    await vi.waitUntil(() => results.size > 10, 60_000);
    await broker.halt();
    // Publishing must not succeed before the message is safe.
    await expect(bus.publish(topic, [{ id: 'too early', body: 0 }])).rejects.toThrow();
    await broker.resume();
    await vi.waitFor(() => bus.publish(topic, [{ id: 'late', body: 0 }]), { timeout: 60_000, interval: 500 });
    const all = [...jobs(60).map(({ id }) => id), 'late'];
    await vi.waitUntil(() => results.size >= all.length, 90_000);
    await settled();
    const done = [...results.values()].map(String).filter((id) => id !== 'too early');
    expect(done.toSorted()).toEqual(all.toSorted());
  });

  test('consumers that start, stop and are killed under load do each of 500 jobs once', async () => {
    const results = recordsOn(`${topic}-effects`);
    const workers: WorkerProcess[] = [];
    const join = async (): Promise<void> => {
      const settings = { effects: `${topic}-effects`, concurrency: 2, maxAttempts: 20 };
      const worker = new WorkerProcess({ ...adapter, module: adapter.module.href, topic, ...settings });
      workers.push(worker);
      await worker.until('ready');
    };
    try {
      await Promise.all([join(), join()]);
      const all = jobs(500);
      for (let from = 0; from < all.length; from += 50) {
        await bus.publish(topic, all.slice(from, from + 50));
        if (from === 100) await join();
        if (from === 200) await workers[0]?.kill();
        if (from === 300) await join();
        if (from === 400) await workers[1]?.kill();
      }
      await settled();
      await vi.waitUntil(() => results.size >= all.length, 60_000);
      // As redelivered to the consumer that takes the partitions over.
      await delay(1_000);
      const done = [...results.values()].map((effect) => (effect as { of: string }).of);
      expect(done.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    } finally {
      await Promise.all(workers.map((worker) => worker.kill()));
    }
  });
}
