import { setTimeout as delay } from 'node:timers/promises';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { Logger } from '../../telemetry/logger.ts';
import { type KafkaRecord, received } from './record.ts';

export interface FollowOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Commits the offset when this resolves; anything before repeats the records. `later`: ask again. */
  readonly take: (topic: string, records: readonly KafkaRecord[]) => Promise<'taken' | 'later'>;
}

interface FollowDeps {
  readonly kafka: Kafka;
  readonly prefix: string;
  readonly ensureTopics: (topics: readonly string[]) => Promise<void>;
  readonly log: Logger;
}

/** A killed process holds its partitions this long. */
const SESSION_MS = 10_000;
/** A heartbeat that meets a cut connection ends the client. */
const HEARTBEAT_MS = 3_000;
/** Longest delay of a rebalance or stop. */
const FETCH_WAIT_MS = 500;
const RETRY_MS = 200;
const FIRST_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 1_000;
const PARTITION_CONCURRENCY = 3;

/** The client stops at errors that it considers final. */
export async function followUntilStopped(
  deps: FollowDeps,
  options: FollowOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = deps;
  const { group } = options;
  let isWarned = false;
  let pause = FIRST_RECONNECT_MS;
  const onJoined = (): void => {
    if (isWarned) log.info({ group }, 'Follows Kafka again');
    isWarned = false;
    pause = FIRST_RECONNECT_MS;
  };
  while (!stopping.aborted) {
    try {
      await followOnce(deps, options, stopping, onJoined);
    } catch (error) {
      if (!isWarned) log.warn({ err: error, group }, 'Cannot follow Kafka; trying again until it works');
      isWarned = true;
      await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
      pause = Math.min(2 * pause, MAX_RECONNECT_MS);
    }
  }
}

/** Resolves when stopped. @throws whatever else ended it */
async function followOnce(
  { kafka, prefix, ensureTopics }: FollowDeps,
  { group, topics, take }: FollowOptions,
  stopping: AbortSignal,
  onJoined: () => void,
): Promise<void> {
  const named = topics.map((topic) => prefix + topic);
  const consumer = kafka.consumer({
    groupId: prefix + group,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    // A coordinator's shutdown is sometimes considered final.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, restartOnFailure: () => Promise.resolve(false) },
  });

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    if (stopping.aborted || !payload.isRunning() || payload.isStale()) return;
    const { topic, partition, messages } = payload.batch;
    const records = messages.map((message) => received(message, topic, partition));
    if ((await take(topic.slice(prefix.length), records)) === 'later') {
      setTimeout(payload.pause(), RETRY_MS);
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
    // A long outage has thousands of them.
    stopping.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal });
  });
  try {
    await ensureTopics(named);
    await consumer.connect();
    await consumer.subscribe({ topics: named, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITION_CONCURRENCY,
      eachBatch,
    });
    const crash = await ended;
    if (crash !== undefined) throw crash;
  } finally {
    over.abort();
    await consumer.disconnect();
  }
}
