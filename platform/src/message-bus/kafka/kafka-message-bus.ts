import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Consumer, ConsumerOptions, MessageBus, OutgoingMessage, Outcome } from '../port.ts';
import { createPostgresMessageBus } from '../postgres/postgres-message-bus.ts';
import { isStorable, isStorablePriority } from './foreign.ts';
import type { KafkaConnection } from './kafka.ts';
import type { KafkaRecord } from './record.ts';

export interface KafkaMessageBusOptions {
  /** Stays open when the bus is closed. */
  readonly kafka: KafkaConnection;
  /** With schema `message_bus`. Stays open when the bus is closed. */
  readonly database: Database;
  readonly log: Logger;
  /** Own topics: a bulk backlog delays no other. */
  readonly bulkFrom: number;
  readonly lease?: { readonly seconds: number };
}

const OUTBOX = 'kafka-outbox';
const FORWARD_BATCH_SIZE = 20;
const RETRY_MS = 500;
/** Beyond this, bulk waits on Kafka's disks. */
const ENOUGH_IN_ACCOUNT = 5_000;

interface OutboxBody extends OutgoingMessage {
  readonly topic: string;
}

/**
 * Kafka carries messages; PostgreSQL records who works on which, since offsets cannot acknowledge out of order or
 * reclaim from a frozen worker. Consumers copy messages into the account (ids kept for a day, served by lease and
 * token), then commit. Publications enter it with the acknowledgement. Steps may repeat; none is skipped.
 */
export function createKafkaMessageBus({ kafka, database, log, bulkFrom, lease }: KafkaMessageBusOptions): MessageBus {
  const account = createPostgresMessageBus({ database, log, ...(lease === undefined ? {} : { lease }) });
  let forwarder: Consumer | undefined;

  function forward(): void {
    forwarder ??= account.consume({
      topic: OUTBOX,
      concurrency: FORWARD_BATCH_SIZE,
      maxAttempts: Number.MAX_SAFE_INTEGER,
      async handler({ body, signal }) {
        const { topic, ...message } = body as OutboxBody;
        // The account's own delays would outlast an outage by half a minute.
        for (let warned = false; ; warned = true) {
          try {
            await publish(topic, [message]);
            return {};
          } catch (error) {
            if (signal.aborted) throw error;
            if (!warned) log.warn({ err: error, topic }, 'Cannot send to Kafka; trying again until it works');
            await delay(RETRY_MS, undefined, { signal });
          }
        }
      },
    });
  }

  async function publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
    const parts = [
      { topic, part: messages.filter(({ priority = 0 }) => priority < bulkFrom) },
      { topic: bulkTopic(topic), part: messages.filter(({ priority = 0 }) => priority >= bulkFrom) },
    ];
    for (const { topic, part } of parts) if (part.length > 0) await kafka.send(topic, part.map(recordOf));
  }

  return {
    publish,

    consume(options) {
      forward();
      const { topic } = options;
      const consumer = account.consume(withOutbox(options));
      const intake = kafka.follow({
        group: groupOf(topic),
        topics: [topic, bulkTopic(topic)],
        async take(from, records) {
          if (from !== topic && (await account.depth(topic)) >= ENOUGH_IN_ACCOUNT) return 'later';
          await account.publish(topic, records.map(messageOf));
          return 'taken';
        },
      });
      return {
        async stop() {
          await Promise.all([intake.stop(), consumer.stop()]);
        },
      };
    },

    deadLetters: (topic) => account.deadLetters(topic),
    deadLetterCount: (topic) => account.deadLetterCount(topic),
    redrive: (topic, id) => account.redrive(topic, id),

    async depth(topic) {
      // In the direction of flow: counts twice rather than missing one.
      const [onItsWay] = await database.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM message_bus.message
         WHERE topic = $1 AND state = 'open' AND body ->> 'topic' = $2`,
        [OUTBOX, topic],
      );
      const inKafka = await kafka.lag(groupOf(topic), [topic, bulkTopic(topic)]);
      return (onItsWay?.count ?? 0) + inKafka + (await account.depth(topic));
    },

    waiting: (topic) => account.waiting(topic),
    ahead: (topic, id, most) => account.ahead(topic, id, most),
    raisePriority: (topic, id, priority) => account.raisePriority(topic, id, priority),
    close: () => account.close(),
  };
}

const bulkTopic = (topic: string): string => `${topic}.bulk`;
const deadLetterTopic = (topic: string): string => `${topic}.dead-letters`;
const groupOf = (topic: string): string => `${topic}.workers`;

function withOutbox(options: ConsumerOptions): ConsumerOptions {
  return {
    ...options,
    handler: async (delivery) =>
      outboxed(
        await options.handler({
          ...delivery,
          publish: (topic, messages) =>
            delivery.publish(
              OUTBOX,
              messages.map((message) => outboxMessage(topic, message)),
            ),
        }),
      ),
    onDead: (message, error) => {
      const letter = { id: `${message.id}/${randomUUID()}`, body: { ...message, error } };
      const notices = options.onDead?.(message, error).publish ?? [];
      return outboxed({ publish: [...notices, { topic: deadLetterTopic(options.topic), messages: [letter] }] });
    },
  };
}

function outboxed({ publish = [] }: Outcome): Outcome {
  const messages = publish.flatMap(({ topic, messages }) => messages.map((message) => outboxMessage(topic, message)));
  return { publish: [{ topic: OUTBOX, messages }] };
}

function outboxMessage(topic: string, message: OutgoingMessage): OutgoingMessage {
  const body: OutboxBody = { topic, ...message };
  return { id: `${topic}/${message.id}`, body };
}

function recordOf({ id, body, priority = 0, group = '', traceparent }: OutgoingMessage): KafkaRecord {
  const traced = traceparent === undefined ? {} : { traceparent };
  return { key: id, value: JSON.stringify(body ?? null), headers: { priority: String(priority), group, ...traced } };
}

/** Visible, and blocks nothing. */
function messageOf({ key, value, headers = {} }: KafkaRecord): OutgoingMessage {
  const priority = Number(headers['priority'] ?? 0);
  const group = headers['group'] ?? '';
  const { traceparent } = headers;
  return {
    id: key,
    body: parsed(value),
    priority: isStorablePriority(priority) ? priority : 0,
    group: isStorable(group) ? group : '',
    ...(traceparent !== undefined && isStorable(traceparent) ? { traceparent } : {}),
  };
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
