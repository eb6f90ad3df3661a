import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '../read-model.ts';
import { messagesForAll } from './job-message.ts';
import { originsIn } from './origins.ts';

/**
 * Each event that asks for work has the whole stream of its picture read. A batch has to be done within the time that the database gives a
 * transaction, however long the streams are: one that is not would be tried again for ever.
 */
const BATCH_SIZE = 50;

/** Turns what happened to pictures into work for the inference workers, in the order of the log. */
export function startRelay({
  database,
  eventStore,
  log,
  messageBus,
}: FollowerContext & { messageBus: MessageBus }): Subscriber {
  const findOrigins = originsIn(database);
  return startSubscriber({
    name: 'relay',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['transaction'] },
    batchSize: BATCH_SIZE,
    log,
    async handle(_tx, events) {
      // Publishing comes before the checkpoint is stored: a relay that dies between them publishes again, and the bus
      // knows the ids. The other way round a job could be lost.
      const messages = await messagesForAll(events, { eventStore, findOrigins });
      if (messages.length > 0) await messageBus.publish(IMAGE_JOBS, messages);
    },
  });
}
