import { randomUUID } from 'node:crypto';
import { createDatabase } from '@clearcut/platform/database/database';
import { connectKafka } from '@clearcut/platform/message-bus/kafka/kafka';
import { createKafkaMessageBus } from '@clearcut/platform/message-bus/kafka/kafka-message-bus';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import {
  createPostgresMessageBus,
  migrateMessageBus,
} from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { createTestDatabase } from '../../support/postgres.ts';
import type { Product } from '../../support/product.ts';
import { startKafka } from '../../support/servers/kafka.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';
import { benchPicturesOnKafka } from './pictures-on-kafka.ts';
import { median, type BenchResult } from '../result.ts';

const ROUND_TRIPS = 100;
const JOBS = 600;
const PUBLICATIONS = 40;
const PER_PUBLICATION = 50;

interface Figures {
  /** Milliseconds from publishing a job to delivery of its result, one at a time. */
  readonly roundTrip: number;
  /** Empty jobs per second, by workers with 4 at a time each. */
  readonly byOneWorker: number;
  readonly byTwoWorkers: number;
  /** Messages per second, 50 per call as the relay publishes after a rush. */
  readonly published: number;
}

/**
 * Cost of Kafka against the queue in PostgreSQL, the floor: the same work on the same database server. Empty without
 * Java.
 * @param product with its queue in PostgreSQL; creates and drops a database on its server.
 */
export async function benchBuses(product: Product, picture: Uint8Array): Promise<BenchResult[]> {
  const broker = await whenAvailable('Kafka', startKafka);
  if (broker === undefined) return [];
  process.env['TEST_DATABASE_URL'] = product.databaseUrl;
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { name: 'bench', max: 16 });
  const log = createLogger('bench', { logLevel: 'silent' });
  const kafka = connectKafka({ brokers: [broker.brokers], clientId: 'bench', log });
  try {
    await migrateMessageBus(database);
    const queue = await figuresOf(() => createPostgresMessageBus({ database, log }));
    const ours = await figuresOf(() => createKafkaMessageBus({ kafka, database, log, bulkFrom: 3 }));
    const rate = (
      name: string,
      figure: 'byOneWorker' | 'byTwoWorkers' | 'published',
      atLeast: number,
    ): BenchResult => ({
      name,
      unit: '/s',
      ours: ours[figure],
      floor: queue[figure],
      ratio: ours[figure] / queue[figure],
      target: { atLeast },
      details: {},
    });
    return [
      ...(await benchPicturesOnKafka(product, broker.brokers, picture)),
      {
        name: 'job and result over Kafka, median',
        unit: 'ms',
        ours: ours.roundTrip,
        floor: queue.roundTrip,
        ratio: ours.roundTrip / queue.roundTrip,
        target: { atMost: 8 },
        details: { roundTrips: ROUND_TRIPS },
      },
      rate('jobs without work over Kafka, 1 worker', 'byOneWorker', 0.3),
      rate('jobs without work over Kafka, 2 workers', 'byTwoWorkers', 0.3),
      rate('jobs published to Kafka', 'published', 0.5),
    ];
  } finally {
    await kafka.close();
    await broker.stop();
    await database.close();
    await testDatabase.drop();
  }
}

const messages = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID(), body: { some: 'job' } }));

async function figuresOf(open: () => MessageBus): Promise<Figures> {
  const bus = open();
  const [jobs, results, idle] = ['jobs', 'results', 'idle'].map((topic) => `${topic}-${randomUUID()}`) as [
    string,
    string,
    string,
  ];
  let awaited = 0;
  let all = Promise.withResolvers<void>();
  /** Resolves after this many more results. */
  const received = (count: number): Promise<void> => {
    awaited = count;
    all = Promise.withResolvers<void>();
    return all.promise;
  };
  const work = (worker: MessageBus) =>
    worker.consume({
      topic: jobs,
      concurrency: 4,
      maxAttempts: 1,
      handler: async ({ id }) => ({ publish: [{ topic: results, messages: [{ id, body: 0 }] }] }),
    });
  bus.consume({
    topic: results,
    concurrency: 4,
    maxAttempts: 1,
    async handler() {
      if (--awaited === 0) all.resolve();
      return {};
    },
  });
  work(bus);
  const jobsPerSecond = async (): Promise<number> => {
    const done = received(JOBS);
    const started = performance.now();
    await bus.publish(jobs, messages(JOBS));
    await done;
    return (JOBS * 1_000) / (performance.now() - started);
  };

  const roundTrips: number[] = [];
  for (let n = -5; n < ROUND_TRIPS; n++) {
    const done = received(1);
    const started = performance.now();
    await bus.publish(jobs, messages(1));
    await done;
    if (n >= 0) roundTrips.push(performance.now() - started);
  }
  const byOneWorker = await jobsPerSecond();
  const second = open();
  work(second);
  const byTwoWorkers = await jobsPerSecond();
  const started = performance.now();
  for (let n = 0; n < PUBLICATIONS; n++) await bus.publish(idle, messages(PER_PUBLICATION));
  const published = (PUBLICATIONS * PER_PUBLICATION * 1_000) / (performance.now() - started);
  await Promise.all([bus.close(), second.close()]);
  return { roundTrip: median(roundTrips), byOneWorker, byTwoWorkers, published };
}
