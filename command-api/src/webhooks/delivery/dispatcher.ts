import { type Database, isConnectionError } from '@clearcut/platform/database/database';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { WEBHOOK_DELIVERIES } from '@clearcut/schemas/webhooks/jobs';
import { repeat } from '../../kernel/repeat.ts';
import { forgetOldBatches } from '../batches.ts';
import { forgetOldRequestEndpoints } from '../store.ts';
import { findDue, forgetOldMessages, markPublished, webhooksWaiting } from './messages.ts';

const POLL_INTERVAL_MS = 2_000;
const BATCH = 100;
const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Publishes each try when due: the bus has no delays of hours. Each has its own message id, so that races and crashes
 * publish it once.
 */
export async function startDispatcher({
  database,
  messageBus,
  log,
}: {
  readonly database: Database;
  readonly messageBus: Pick<MessageBus, 'publish'>;
  readonly log: Logger;
}): Promise<{ stop(): Promise<void> }> {
  let tidiedAt = 0;
  const looking = repeat({
    everyMs: POLL_INTERVAL_MS,
    onError: (error) => log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'webhooks wait to be sent'),
    async round(signal) {
      for (let due = await findDue(database, BATCH); due.length > 0; due = await findDue(database, BATCH)) {
        const messages = due.map(({ messageId, endpointId, nth }) => ({
          id: `${messageId}/${nth}`,
          body: { messageId, nth },
          // Endpoints take turns: a slow one does not delay others.
          group: endpointId,
        }));
        await messageBus.publish(WEBHOOK_DELIVERIES, messages);
        await markPublished(database, due);
        if (signal.aborted) return;
      }
      if (Date.now() - tidiedAt < CLEANUP_INTERVAL_MS) return;
      await forgetOldMessages(database);
      await forgetOldBatches(database);
      await forgetOldRequestEndpoints(database);
      tidiedAt = Date.now();
    },
  });
  const stopListening = await database.listen(webhooksWaiting, () => looking.wake());
  looking.wake();
  return {
    async stop() {
      await looking.stop();
      await stopListening();
    },
  };
}
