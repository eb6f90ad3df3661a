import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { DeadLetter, MessageBus, Waiting } from '../port.ts';
import { PostgresConsumer } from './consumer.ts';
import { CHANNEL, hurryWaiting, insertMessages, purgeDone, redriveDead } from './statements.ts';

export interface PostgresMessageBusOptions {
  /** Stays open when the bus is closed. */
  readonly database: Database;
  readonly log: Logger;
  /** Default 15 s; at most 30. */
  readonly lease?: { readonly seconds: number };
}

const PURGE_PORTION = 500;
const PURGE_EVERY_MS = 60_000;
const PURGE_NEXT_PORTION_MS = 1_000;

export async function migrateMessageBus(database: Database): Promise<void> {
  await migrate(database, { schema: 'message_bus', directory: new URL('./migrations/', import.meta.url) });
}

/** SKIP LOCKED, lease and token, NOTIFY. */
export function createPostgresMessageBus({
  database,
  log,
  lease = { seconds: 15 },
}: PostgresMessageBusOptions): MessageBus {
  const consumers = new Set<PostgresConsumer>();
  let closed = false;
  let started = false;
  let stopListening: (() => Promise<void>) | undefined;
  let purgeTimer: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const stop = await database.listen(CHANNEL, (topic) => {
      for (const consumer of consumers) if (topic === '' || topic === consumer.topic) consumer.wake();
    });
    if (closed) await stop();
    else stopListening = stop;
  }

  function purgeIn(ms: number): void {
    if (!closed) purgeTimer = setTimeout(() => void purge(), ms).unref();
  }

  /** In portions: consumers must not wait behind it. */
  async function purge(): Promise<void> {
    const removed = await purgeDone(database, PURGE_PORTION).catch((error: unknown) => {
      log.warn({ err: error }, 'Cannot remove old messages; trying again later');
      return 0;
    });
    purgeIn(removed === PURGE_PORTION ? PURGE_NEXT_PORTION_MS : PURGE_EVERY_MS * (0.5 + Math.random()));
  }

  function start(): void {
    if (started) return;
    started = true;
    listen().catch((error: unknown) => log.error({ err: error }, 'Cannot listen for messages; they are polled for'));
    purgeIn(PURGE_EVERY_MS * Math.random());
  }

  async function countIn(topic: string, state: 'open' | 'dead'): Promise<number> {
    const rows = await database.query<{ count: number }>(
      // A parameter would rule out the partial indexes.
      `SELECT count(*)::integer AS count FROM message_bus.message WHERE topic = $1 AND state = '${state}'`,
      [topic],
    );
    return rows[0]?.count ?? 0;
  }

  return {
    publish: (topic, messages) => insertMessages(database, topic, messages),

    consume(options) {
      if (closed) throw new Error('The message bus is closed');
      start();
      const consumer = new PostgresConsumer({ database, log, leaseSeconds: lease.seconds }, options);
      consumers.add(consumer);
      return {
        async stop() {
          await consumer.stop();
          consumers.delete(consumer);
        },
      };
    },

    deadLetters: (topic) =>
      database.query<DeadLetter>(
        `SELECT topic, id, body, attempts, error, finished_at AS "diedAt" FROM message_bus.message
         WHERE state = 'dead' AND ($1::text IS NULL OR topic = $1) ORDER BY finished_at, sequence`,
        [topic ?? null],
      ),

    deadLetterCount: (topic) => countIn(topic, 'dead'),

    redrive: (topic, id) => redriveDead(database, topic, id),

    depth: (topic) => countIn(topic, 'open'),

    waiting: (topic) =>
      database.query<Waiting>(
        `SELECT priority, count(*)::integer AS count,
           GREATEST(0, extract(epoch FROM clock_timestamp() - min(published_at)))::float8 AS "oldestSeconds"
         FROM message_bus.message WHERE topic = $1 AND state = 'open' GROUP BY priority ORDER BY priority`,
        [topic],
      ),

    async ahead(topic, id, most) {
      const rows = await database.query<{ ahead: number }>(
        // By key first, or a plan may scan all open messages.
        `WITH asked AS MATERIALIZED (SELECT * FROM message_bus.message WHERE topic = $1 AND id = $2)
         SELECT (SELECT count(*)::integer FROM (
             SELECT FROM message_bus.message m
             WHERE m.topic = asked.topic AND m.state = 'open'
               AND (m.priority, m.turn, m.sequence) < (asked.priority, asked.turn, asked.sequence)
             LIMIT $3
           ) earlier) AS ahead
         FROM asked WHERE state = 'open' AND token IS NULL`,
        [topic, id, most],
      );
      return rows[0]?.ahead;
    },

    hurry: (topic, id, priority) => hurryWaiting(database, topic, id, priority),

    async close() {
      closed = true;
      clearTimeout(purgeTimer);
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await stopListening?.();
    },
  };
}
