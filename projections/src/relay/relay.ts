import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { FollowerContext } from '../read-model.ts';
import { messageFor } from './job-message.ts';

/** Turns what happened to pictures into work for the inference workers, in the order of the log. */
export function startRelay({
  database,
  eventStore,
  log,
  messageBus,
}: FollowerContext & { messageBus: MessageBus }): Subscriber {
  return startSubscriber({
    name: 'relay',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['transaction'] },
    log,
    async handle(_tx, events) {
      // Publishing comes before the checkpoint is stored: a relay that dies between them publishes again, and the bus
      // knows the ids. The other way round a job could be lost.
      const messages = await Promise.all(events.map((event) => messageFor(event, eventStore)));
      const known = messages.filter((message) => message !== undefined);
      if (known.length > 0) await messageBus.publish(IMAGE_JOBS, known);
    },
  });
}
