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
  /** Messages of this priority and later ones go apart, so that however many of them wait, they delay no other. */
  readonly bulkFrom: number;
  /** As of the PostgreSQL bus. */
  readonly lease?: { readonly seconds: number };
}

/** Topic of the account that holds what is on its way from the account to Kafka. */
const OUTBOX = 'kafka-outbox';
const FORWARDED_AT_ONCE = 20;
const SEND_AGAIN_MS = 500;
/**
 * Messages in the account of one topic from which on bulk is left waiting in Kafka, so that a flood fills its disks and not the
 * database. Groups take turns among what is in the account alone: so it is as much as many bulk uploads at once.
 */
const ENOUGH_IN_ACCOUNT = 5_000;

interface OutboxBody extends OutgoingMessage {
  readonly topic: string;
}

/**
 * Kafka carries the messages, PostgreSQL keeps account of who has which.
 *
 * A log with offsets can hand work to many, but it cannot say that one message of a partition is done and the one before it is not, take a
 * message away from who froze, or wait with one while the next goes on. So each consumer takes what comes on its
 * partitions into the account, where a message's id is known for a day, and commits the offset after that; the account serves them by lease
 * and token (`postgres/`). What a handler publishes is entered in the account together with the acknowledgement and forwarded from
 * there. Each step may be repeated after a crash, and none is skipped.
 */
export function createKafkaMessageBus({ kafka, database, log, bulkFrom, lease }: KafkaMessageBusOptions): MessageBus {
  const account = createPostgresMessageBus({ database, log, ...(lease === undefined ? {} : { lease }) });
  let forwarder: Consumer | undefined;

  function forward(): void {
    forwarder ??= account.consume({
      topic: OUTBOX,
      concurrency: FORWARDED_AT_ONCE,
      maxAttempts: Number.MAX_SAFE_INTEGER,
      async handler({ body, signal }) {
        const { topic, ...message } = body as OutboxBody;
        // Here and not by the account's retries, whose growing delays would outlast an outage by half a minute.
        for (let warned = false; ; warned = true) {
          try {
            await publish(topic, [message]);
            return {};
          } catch (error) {
            if (signal.aborted) throw error;
            if (!warned) log.warn({ err: error, topic }, 'Cannot send to Kafka; trying again until it works');
            await delay(SEND_AGAIN_MS, undefined, { signal });
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
      // In the direction in which messages move: one that moves meanwhile is counted twice, and none is missed.
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
    hurry: (topic, id, priority) => account.hurry(topic, id, priority),
    close: () => account.close(),
  };
}

const bulkTopic = (topic: string): string => `${topic}.bulk`;
const deadLetterTopic = (topic: string): string => `${topic}.dead-letters`;
const groupOf = (topic: string): string => `${topic}.workers`;

/** The same consumer, whose publications go to the outbox and whose dead letters are published as well. */
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
      const told = options.onDead?.(message, error).publish ?? [];
      return outboxed({ publish: [...told, { topic: deadLetterTopic(options.topic), messages: [letter] }] });
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

/** A record that is none of ours becomes a message that no handler can read, and so a dead letter: it blocks no other and is seen. */
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
