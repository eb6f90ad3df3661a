import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '../read-model.ts';
import { messagesForAll } from './job-message.ts';
import { KeptPictures } from './kept-pictures.ts';
import { originsIn } from './origins.ts';

/** A batch must finish within the transaction's time limit. */
const BATCH_SIZE = 50;

/** Publishes jobs in log order. */
export function startRelay({
  database,
  eventStore,
  log,
  messageBus,
}: FollowerContext & { messageBus: MessageBus }): Subscriber {
  const findOrigins = originsIn(database);
  const kept = new KeptPictures();
  return startSubscriber({
    name: 'relay',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['transaction'] },
    batchSize: BATCH_SIZE,
    log,
    async handle(_tx, events) {
      // Publishes before the checkpoint moves: a dead relay publishes again, and the bus knows the ids.
      const messages = await messagesForAll(events, { eventStore, findOrigins, kept });
      if (messages.length > 0) await messageBus.publish(IMAGE_JOBS, messages);
    },
  });
}
