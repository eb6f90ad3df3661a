import { type Admin, Kafka, logLevel, Partitioners, type SASLOptions } from 'kafkajs';
import type { ScaleConfig } from '../../config/infrastructure.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { MessageBusUnavailableError } from '../port.ts';
import { followUntilStopped, type FollowOptions } from './follow.ts';
import { isOutage } from './outage.ts';
import type { KafkaRecord } from './record.ts';
import { inBatches, coalesce } from './coalesce.ts';
import { topicMaker } from './topics.ts';

export interface KafkaOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Lets installations share brokers. */
  readonly prefix?: string;
  readonly tls?: boolean;
  readonly sasl?: NonNullable<ScaleConfig['kafka']>['sasl'];
  readonly log: Logger;
}

export interface KafkaConnection {
  /** Resolves when all in-sync replicas have the records. @throws MessageBusUnavailableError */
  send(topic: string, records: readonly KafkaRecord[]): Promise<void>;
  follow(options: FollowOptions): { stop(): Promise<void> };
  lag(group: string, topics: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Brokers refuse over a megabyte. */
const BATCH_BYTES = 400_000;

function clientOf({ brokers, clientId, tls = false, sasl, log }: KafkaOptions): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ssl: tls,
    // Typed per mechanism.
    ...(sasl === undefined ? {} : { sasl: sasl as SASLOptions }),
    connectionTimeout: 3_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.WARN,
    // Mostly coordinator moves.
    logCreator:
      () =>
      ({ namespace, log: { message, ...details } }) =>
        log.debug({ kafka: namespace, error: details['error'] as unknown }, message),
  });
}

/** Creates topics on first use. */
export function connectKafka(options: KafkaOptions): KafkaConnection {
  const { prefix = '', log } = options;
  const named = (name: string): string => prefix + name;
  const kafka = clientOf(options);
  // Idempotent sessions end with the process; our ids last a day.
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  const admin = kafka.admin();
  const connected = connectOnce(() => producer.connect());
  const adminConnected = connectOnce(() => admin.connect());
  const ensureTopic = topicMaker(admin);
  const senders = new Map<string, (records: readonly KafkaRecord[]) => Promise<void>>();
  const followers = new Set<{ stop(): Promise<void> }>();

  async function ensureTopics(topics: readonly string[]): Promise<void> {
    await adminConnected();
    await Promise.all(topics.map(ensureTopic));
  }

  /** A retry must not overtake the next request. */
  async function sendTo(topic: string, records: readonly KafkaRecord[]): Promise<void> {
    await Promise.all([connected(), ensureTopics([topic])]);
    for (const batch of inBatches(records, BATCH_BYTES, ({ value }) => value.length)) {
      await producer.send({ topic, acks: -1, messages: batch.map((record) => ({ ...record })) });
    }
  }

  return {
    send(topic, records) {
      const sender = senders.get(topic) ?? coalesce((all: readonly KafkaRecord[]) => sendTo(named(topic), all));
      senders.set(topic, sender);
      return sender(records).catch((error: unknown) => {
        throw isOutage(error) ? new MessageBusUnavailableError(error) : error;
      });
    },

    follow(options) {
      const stopping = new AbortController();
      const following = followUntilStopped({ kafka, prefix, ensureTopics, log }, options, stopping.signal);
      const follower = {
        async stop() {
          stopping.abort();
          followers.delete(follower);
          await following;
        },
      };
      followers.add(follower);
      return follower;
    },

    async lag(group, topics) {
      await ensureTopics(topics.map(named));
      return behindOf(admin, named(group), topics.map(named));
    },

    async close() {
      await Promise.all([...followers].map((follower) => follower.stop()));
      await Promise.all([producer.disconnect(), admin.disconnect()]);
    },
  };
}

async function behindOf(admin: Admin, groupId: string, topics: string[]): Promise<number> {
  const committed = await admin.fetchOffsets({ groupId, topics });
  let behind = 0;
  for (const { topic, partitions } of committed) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
      const taken = partitions.find((known) => known.partition === partition)?.offset ?? '-1';
      behind += Number(high) - Math.max(Number(taken), Number(low));
    }
  }
  return behind;
}

function connectOnce(connect: () => Promise<void>): () => Promise<void> {
  let connecting: Promise<void> | undefined;
  return () => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
}
