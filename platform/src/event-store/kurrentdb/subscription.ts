import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { Subscription, SubscriptionOptions } from '../port.ts';
import { runSubscription } from '../running-subscription.ts';
import { type CatchUp, DEFAULT_BATCH_SIZE } from './catch-up.ts';
import { Page } from './page.ts';
import { pushes } from './pushes.ts';
import type { KurrentDb } from './read.ts';

/** Foreign events after which the position moves. */
const WINDOW = 32;

/** Reads to the end of the log, then receives pushes. Ends with an outage, and restarts from its position. */
export function subscribe<E extends DomainEvent>(
  store: KurrentDb<E>,
  catchUp: CatchUp<E>,
  options: SubscriptionOptions<E>,
): Subscription {
  return runSubscription((signal) => deliver(store, catchUp, options, signal));
}

async function deliver<E extends DomainEvent>(
  store: KurrentDb<E>,
  catchUp: CatchUp<E>,
  { from, filter, without, handler, batchSize = DEFAULT_BATCH_SIZE }: SubscriptionOptions<E>,
  signal: AbortSignal,
): Promise<void> {
  let position = from;
  for (let isCaughtUp = false; !isCaughtUp;) {
    signal.throwIfAborted();
    const batch = await catchUp.readPage(
      {
        from: position,
        batchSize,
        ...(filter && { filter }),
        ...(without && { without }),
      },
      signal,
    );
    signal.throwIfAborted();
    const isFirst = position === from;
    if (isFirst || batch.position !== position) await handler(batch);
    position = batch.position;
    isCaughtUp = batch.caughtUp;
  }

  const prefixes = store.prefixesOf(filter?.categories);
  const pushing = { from: position, prefixes, limit: batchSize, window: WINDOW, signal };
  await store.connection.call(async (client) => {
    for await (const pushed of pushes(client, pushing)) {
      for (let isCut = true; isCut;) {
        const page = new Page(store, position, batchSize, { ...(filter && { filter }), ...(without && { without }) });
        isCut = page.take(pushed.events);
        if (!isCut) page.moveTo(pushed.position);
        const batch = page.toBatch(!isCut && pushed.isLast);
        await handler(batch);
        ({ position } = batch);
        signal.throwIfAborted();
      }
    }
  });
}
