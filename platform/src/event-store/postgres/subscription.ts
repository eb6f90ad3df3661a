import type { DomainEvent, EventCodec } from '@clearcut/schemas/define-event';
import type { Database } from '../../database/database.ts';
import type { Subscription, SubscriptionOptions } from '../port.ts';
import { runSubscription } from '../running-subscription.ts';
import { untilAborted } from '../until-aborted.ts';
import { type Page, parsePosition, readPage } from './read.ts';
import type { RecentEvents } from './recent-events.ts';
import type { SettledPosition } from './settled-position.ts';

export const DEFAULT_BATCH_SIZE = 500;

export interface SubscriptionContext<E extends DomainEvent> {
  readonly database: Database;
  readonly codec: EventCodec<E>;
  readonly recent: RecentEvents<E>;
  readonly settled: SettledPosition;
}

export function subscribe<E extends DomainEvent>(
  context: SubscriptionContext<E>,
  options: SubscriptionOptions<E>,
): Subscription {
  return runSubscription((signal) => deliver(context, options, signal));
}

async function deliver<E extends DomainEvent>(
  { database, codec, recent, settled }: SubscriptionContext<E>,
  { from, filter, without, handler, batchSize: limit = DEFAULT_BATCH_SIZE }: SubscriptionOptions<E>,
  signal: AbortSignal,
): Promise<void> {
  let position = parsePosition(from);
  await untilAborted(refuseToStartBeyondTheEnd(database, position), signal);
  // At once, even if empty: a reader learns that it has caught up.
  let since = performance.now();
  let to = settled.known > position ? settled.known : await untilAborted(settled.askUntilKnown(signal), signal);
  // An operator may have repaired the log.
  let hasCaughtUp = false;

  for (;;) {
    signal.throwIfAborted();
    const request = { from: position, to, categories: filter?.categories, without, limit };
    const reading: Promise<Page<E>> = hasCaughtUp ? recent.read(request) : readPage(database, codec, request);
    const page = await untilAborted(reading, signal);
    hasCaughtUp ||= !page.full;
    const caughtUp = !page.full && (await untilAborted(settled.isAtEnd(page.position, since), signal));
    signal.throwIfAborted();
    if (page.unreadable === undefined || page.events.length > 0) {
      await handler({ events: page.events, position: page.position.toString(), caughtUp });
    }
    if (page.unreadable !== undefined) throw page.unreadable;
    position = page.position;
    since = performance.now();
    if (!page.full) to = await settled.beyond(position, signal);
  }
}

/** Waiting there would miss everything new. */
async function refuseToStartBeyondTheEnd(database: Database, position: bigint): Promise<void> {
  if (position === 0n) return;
  const rows = await database.query<{ within: boolean }>(
    'SELECT EXISTS (SELECT FROM event_store.event WHERE position >= $1) AS within',
    [position],
  );
  if (rows[0]?.within !== true) {
    throw new Error(
      `Position ${position} lies beyond the end of the log. Was the log restored from an older copy than its readers?`,
    );
  }
}
