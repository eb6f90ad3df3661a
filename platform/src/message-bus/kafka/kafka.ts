import { setTimeout as delay } from 'node:timers/promises';
import { type Admin, type EachBatchPayload, Kafka, logLevel, Partitioners, type SASLOptions } from 'kafkajs';
import type { ScaleConfig } from '../../config/scale.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { isStorable } from './foreign.ts';
import { portions, together } from './together.ts';

/** What is sent or received. Records of one key keep their order. */
export interface KafkaRecord {
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FollowOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Gets what is new on a partition, in order. Only when it resolves is the place remembered: a crash, an error or a rebalance
   * before that repeats the records. `later`: not now, ask again in a moment; other topics go on meanwhile.
   */
  readonly take: (topic: string, records: readonly KafkaRecord[]) => Promise<'taken' | 'later'>;
}

export interface KafkaOptions {
  readonly brokers: readonly string[];
  /** Shown in the broker's logs and in its list of consumers. */
  readonly clientId: string;
  /** What the names of all topics and groups start with on the brokers: several installations may share them. */
  readonly prefix?: string;
  /** With certificates that Node trusts. */
  readonly tls?: boolean;
  readonly sasl?: NonNullable<ScaleConfig['kafka']>['sasl'];
  readonly log: Logger;
}

export interface KafkaConnection {
  /** Resolves when all replicas in sync have the records. */
  send(topic: string, records: readonly KafkaRecord[]): Promise<void>;
  /** Shares the partitions of the topics with all who follow them in the same group, until stopped. */
  follow(options: FollowOptions): { stop(): Promise<void> };
  /** Records that the group has not taken yet. */
  lag(group: string, topics: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** Long enough for a busy machine; a process that was killed holds its partitions for as long. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 1_000;
/** The broker answers as soon as there is something; this is how long a rebalance or a stop may wait for it. */
const FETCH_WAIT_MS = 500;
const LATER_MS = 200;
const RECONNECT_MS = 1_000;
/** As many as the broker is set up to give a new topic. */
const AS_THE_BROKER_SAYS = -1;
const PARTITIONS_AT_ONCE = 3;
/** A broker refuses requests of over a megabyte. */
const PORTION_BYTES = 400_000;
const LEADER_RETRY_MS = 100;
const LEADER_TRIES = 100;

/** The one place that knows the client library. Topics are made when they are first named. */
export function connectKafka(options: KafkaOptions): KafkaConnection {
  const { clientId, prefix = '', tls = false, sasl, log } = options;
  const named = (name: string): string => prefix + name;
  const kafka = new Kafka({
    brokers: [...options.brokers],
    clientId,
    ssl: tls,
    // Each mechanism has a type of its own there.
    ...(sasl === undefined ? {} : { sasl: sasl as SASLOptions }),
    connectionTimeout: 3_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5 },
    logLevel: logLevel.WARN,
    // What it calls an error is mostly a coordinator that moves; what does not get better is thrown, and told by who catches it.
    logCreator:
      () =>
      ({ namespace, log: { message, ...details } }) =>
        log.debug({ kafka: namespace, error: details['error'] as unknown }, message),
  });
  // Not the idempotent kind: its sessions end with the process, whereas what we send is known by its id for a day.
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  const admin = kafka.admin();
  const connected = connectOnce(() => producer.connect());
  const adminConnected = connectOnce(() => admin.connect());
  const made = new Map<string, Promise<void>>();
  const senders = new Map<string, (records: readonly KafkaRecord[]) => Promise<void>>();
  const followers = new Set<{ stop(): Promise<void> }>();

  async function ensureTopics(topics: readonly string[]): Promise<void> {
    await adminConnected();
    await Promise.all(topics.map((topic) => ensureTopic(topic)));
  }

  function ensureTopic(topic: string): Promise<void> {
    const known = made.get(topic);
    if (known !== undefined) return known;
    const making = makeTopic(admin, topic);
    made.set(topic, making);
    making.catch(() => made.delete(topic));
    return making;
  }

  /** One request after the other: a repeat of one must not overtake the next. */
  async function sendTo(topic: string, records: readonly KafkaRecord[]): Promise<void> {
    await Promise.all([connected(), ensureTopics([topic])]);
    for (const portion of portions(records, PORTION_BYTES, ({ value }) => value.length)) {
      await producer.send({ topic, acks: -1, messages: portion.map((record) => ({ ...record })) });
    }
  }

  async function untilStopped(options: FollowOptions, stopping: AbortSignal): Promise<void> {
    const { group } = options;
    let isWarned = false;
    const onJoined = (): void => {
      if (isWarned) log.info({ group }, 'Follows Kafka again');
      isWarned = false;
    };
    while (!stopping.aborted) {
      try {
        await followOnce(options, stopping, onJoined);
      } catch (error) {
        if (!isWarned) log.warn({ err: error, group }, 'Cannot follow Kafka; trying again until it works');
        isWarned = true;
        await delay(RECONNECT_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  }

  /** Resolves when it is stopped. @throws whatever ended it before */
  async function followOnce(
    { group, topics, take }: FollowOptions,
    stopping: AbortSignal,
    onJoined: () => void,
  ): Promise<void> {
    const consumer = kafka.consumer({
      groupId: named(group),
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      allowAutoTopicCreation: false,
      // It would start again only after what it takes to be passing, which a coordinator that goes down is not always.
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, restartOnFailure: () => Promise.resolve(false) },
    });

    async function eachBatch(payload: EachBatchPayload): Promise<void> {
      if (stopping.aborted || !payload.isRunning() || payload.isStale()) return;
      const { topic, partition, messages } = payload.batch;
      const records = messages.map((message) => {
        const key = message.key?.toString();
        return {
          key: key !== undefined && isStorable(key) ? key : `${topic}/${partition}/${message.offset}`,
          value: message.value?.toString() ?? '',
          headers: Object.fromEntries(
            Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
          ),
        };
      });
      if ((await take(topic.slice(prefix.length), records)) === 'later') {
        setTimeout(payload.pause(), LATER_MS);
        return;
      }
      const last = payload.batch.lastOffset();
      await consumer.commitOffsets([{ topic, partition, offset: (BigInt(last) + 1n).toString() }]);
      payload.resolveOffset(last);
    }

    consumer.on(consumer.events.GROUP_JOIN, onJoined);
    const over = new AbortController();
    const ended = new Promise<Error | undefined>((resolve) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
      // Until this try is over: in a long outage there are thousands, and each would be kept until the end.
      stopping.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal });
    });
    try {
      await ensureTopics(topics.map(named));
      await consumer.connect();
      await consumer.subscribe({ topics: topics.map(named), fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
        eachBatch,
      });
      const crash = await ended;
      if (crash !== undefined) throw crash;
    } finally {
      over.abort();
      await consumer.disconnect();
    }
  }

  return {
    send(topic, records) {
      const sender = senders.get(topic) ?? together((all: readonly KafkaRecord[]) => sendTo(named(topic), all));
      senders.set(topic, sender);
      return sender(records);
    },

    follow(options) {
      const stopping = new AbortController();
      const following = untilStopped(options, stopping.signal);
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
      const committed = await admin.fetchOffsets({ groupId: named(group), topics: topics.map(named) });
      let behind = 0;
      for (const { topic, partitions } of committed) {
        for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
          const taken = partitions.find((known) => known.partition === partition)?.offset ?? '-1';
          behind += Number(high) - Math.max(Number(taken), Number(low));
        }
      }
      return behind;
    },

    async close() {
      await Promise.all([...followers].map((follower) => follower.stop()));
      await Promise.all([producer.disconnect(), admin.disconnect()]);
    },
  };
}

/** Connects at the first call; a failure is forgotten, so that the next call tries again. */
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

async function makeTopic(admin: Admin, topic: string): Promise<void> {
  const settings = { topic, numPartitions: AS_THE_BROKER_SAYS, replicationFactor: AS_THE_BROKER_SAYS };
  // False when another process was first.
  await admin.createTopics({ topics: [settings], waitForLeaders: false });
  // By ourselves: the client's own waiting gives up at a broker that has not heard of the topic yet.
  for (let tries = 1; !(await hasLeaders(admin, topic)); tries++) {
    if (tries === LEADER_TRIES) throw new Error(`Kafka has no leader for ${topic}`);
    await delay(LEADER_RETRY_MS);
  }
}

async function hasLeaders(admin: Admin, topic: string): Promise<boolean> {
  const found = await admin.fetchTopicMetadata({ topics: [topic] }).catch((error: unknown) => {
    if (error instanceof Error && 'retriable' in error && error.retriable === true) return undefined;
    throw error;
  });
  return found?.topics[0]?.partitions.every(({ leader }) => leader >= 0) ?? false;
}
