import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { EventFeed } from '@clearcut/platform/event-feed/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { FollowerContext } from '../read-model.ts';

/** Name of the subscriber. */
export const EVENT_FEED = 'domain-events';

/** Tells other programs of everything that happens, from the first event on, in the order of the log. */
export function startEventFeed({
  database,
  eventStore,
  eventFeed,
  log,
}: FollowerContext & { eventFeed: EventFeed<ClearcutEvent> }): Subscriber {
  return startSubscriber({
    name: EVENT_FEED,
    eventStore,
    database,
    schema: 'subscriptions',
    log,
    // Told before the checkpoint is stored: a crash between them tells again, and skips nothing.
    handle: (_tx, events) => eventFeed.publish(events),
  });
}
