import { type Database, isConnectionError } from '@clearcut/platform/database/database';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { WEBHOOK_DELIVERIES } from '@clearcut/schemas/webhooks/jobs';
import { repeat } from '../../kernel/repeat.ts';
import { forgetOldBatches } from '../batches.ts';
import { findDue, forgetOldMessages, markPublished, webhooksWaiting } from './messages.ts';

/** For tries whose pause is over, and in case a notification was missed. */
const LOOK_EVERY_MS = 2_000;
const BATCH = 100;
const TIDY_EVERY_MS = 60 * 60 * 1000;

/**
 * Gives the bus each try when it is due: the bus knows no pause of hours. Its message has an id of its own for each try, so that two
 * processes, or one that dies between the two steps, give it once.
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
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'webhooks wait to be sent'),
    async round(signal) {
      for (let due = await findDue(database, BATCH); due.length > 0; due = await findDue(database, BATCH)) {
        const messages = due.map(({ messageId, endpointId, nth }) => ({
          id: `${messageId}/${nth}`,
          body: { messageId, nth },
          // Endpoints take turns: one that is slow does not hold up the others.
          group: endpointId,
        }));
        await messageBus.publish(WEBHOOK_DELIVERIES, messages);
        await markPublished(database, due);
        if (signal.aborted) return;
      }
      if (Date.now() - tidiedAt < TIDY_EVERY_MS) return;
      await forgetOldMessages(database);
      await forgetOldBatches(database);
      tidiedAt = Date.now();
    },
  });
  const stopListening = await database.listen(webhooksWaiting, () => looking.wake());
  // For what was queued before we listened.
  looking.wake();
  return {
    async stop() {
      await looking.stop();
      await stopListening();
    },
  };
}
