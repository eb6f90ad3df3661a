import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { MessageBus } from '../port.ts';
import { PostgresConsumer } from './consumer.ts';
import { startPurging } from './purge.ts';
import { countAhead, countIn, countWaiting, listDead } from './queries.ts';
import { CHANNEL, raisePriority, insertMessages, redriveDead } from './statements.ts';

export interface PostgresMessageBusOptions {
  /** Stays open when the bus is closed. */
  readonly database: Database;
  readonly log: Logger;
  /** Default 15 s; at most 30. */
  readonly lease?: { readonly seconds: number };
}

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
  let stopPurging: (() => void) | undefined;

  async function listen(): Promise<void> {
    const stop = await database.listen(CHANNEL, (topic) => {
      for (const consumer of consumers) if (topic === '' || topic === consumer.topic) consumer.wake();
    });
    if (closed) await stop();
    else stopListening = stop;
  }

  function start(): void {
    if (started) return;
    started = true;
    listen().catch((error: unknown) => log.error({ err: error }, 'Cannot listen for messages; they are polled for'));
    stopPurging = startPurging(database, log);
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

    redrive: (topic, id) => redriveDead(database, topic, id),
    raisePriority: (topic, id, priority) => raisePriority(database, topic, id, priority),
    deadLetters: (topic) => listDead(database, topic),
    deadLetterCount: (topic) => countIn(database, topic, 'dead'),
    depth: (topic) => countIn(database, topic, 'open'),
    waiting: (topic) => countWaiting(database, topic),
    ahead: (topic, id, most) => countAhead(database, topic, id, most),

    async close() {
      closed = true;
      stopPurging?.();
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await stopListening?.();
    },
  };
}
