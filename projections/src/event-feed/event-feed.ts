import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { EventFeed } from '@clearcut/platform/event-feed/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { FollowerContext } from '../read-model.ts';

export const EVENT_FEED = 'domain-events';

/** Publishes events for other programs, in log order. */
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
    // Before the checkpoint moves: a crash repeats, and skips nothing.
    handle: (_tx, events) => eventFeed.publish(events),
  });
}
