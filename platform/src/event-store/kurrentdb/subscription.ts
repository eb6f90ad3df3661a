import { setTimeout as delay } from 'node:timers/promises';
import { type AllStreamSubscription, excludeSystemEvents, streamNameFilter } from '@eventstore/db-client';
import type { DomainEvent } from '@clearcut/schemas/events/define';
import type { Position, Subscription, SubscriptionOptions } from '../port.ts';
import { isOutage } from './outage.ts';
import { fromPosition, isAfter, toPosition } from './position.ts';
import { type KurrentDb, readPage } from './read.ts';

const RECONNECT_MS = 1_000;
/** How far the position may lag behind events that the filter leaves out. */
const QUIET_MS = 5_000;
/** So many events are pushed and not handled yet: batches of a read are faster than one event at a time. */
const BEHIND = 100;

/**
 * Reads in batches up to the end of the log, then is pushed what the filter lets through, until that breaks, falls behind or is silent for a
 * while; then reads again from where it is. So a lost connection, a restarted server and a missed push all mend in the same way.
 */
export function subscribe<E extends DomainEvent>(store: KurrentDb<E>, options: SubscriptionOptions<E>): Subscription {
  const stopping = new AbortController();
  const finished = deliver(store, options, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
  });
  // Whoever only stops a subscription need not look at `finished`.
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished.catch(() => undefined);
    },
  };
}

async function deliver<E extends DomainEvent>(
  store: KurrentDb<E>,
  { from, filter, handler, batchSize }: SubscriptionOptions<E>,
  signal: AbortSignal,
): Promise<void> {
  let position = from;
  const reading = { ...(filter && { filter }), ...(batchSize !== undefined && { batchSize }) };

  async function readToTheEnd(): Promise<void> {
    for (let first = position === from; ; first = false) {
      signal.throwIfAborted();
      const batch = await readPage(store, { from: position, ...reading });
      signal.throwIfAborted();
      const moved = batch.position !== position;
      if (moved || first) await handler(batch);
      position = batch.position;
      if (batch.caughtUp) return;
    }
  }

  async function bePushed(start: Position | null): Promise<void> {
    const subscription = store.client.subscribeToAll({
      fromPosition: fromPosition(start),
      filter: filter
        ? streamNameFilter({ prefixes: filter.categories.map((category) => `${category}-`) })
        : excludeSystemEvents(),
    });
    const end = (): void => void subscription.unsubscribe().catch(() => undefined);
    signal.addEventListener('abort', end, { once: true });
    let quiet = setTimeout(end, QUIET_MS);
    try {
      for await (const event of eventsOf(subscription)) {
        signal.throwIfAborted();
        clearTimeout(quiet);
        if (isAfter(event.position, position)) {
          const decoded = store.decode(event);
          await handler({ events: [decoded], position: decoded.position, caughtUp: subscription.readableLength === 0 });
          position = toPosition(event.position);
        }
        if (subscription.readableLength > BEHIND) return;
        quiet = setTimeout(end, QUIET_MS);
      }
    } finally {
      clearTimeout(quiet);
      signal.removeEventListener('abort', end);
      end();
    }
  }

  while (!signal.aborted) {
    try {
      await readToTheEnd();
      await bePushed(position);
    } catch (error) {
      if (!isOutage(error)) throw error;
      await delay(RECONNECT_MS, undefined, { signal });
    }
  }
}

async function* eventsOf(subscription: AllStreamSubscription) {
  for await (const { event } of subscription) if (event !== undefined) yield event;
}
