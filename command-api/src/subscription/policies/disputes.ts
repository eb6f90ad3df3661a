import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { SubscriptionHandler } from '../handler.ts';

/** Ends the plan of a payment that was disputed: it would be charged, and disputed, again. */
export function startDisputesPolicy({
  provider,
  subscriptions,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly subscriptions: SubscriptionHandler;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'billing-disputes-policy',
    schema: 'subscriptions',
    filter: { categories: ['subscription'] },
    handle: async (_tx, events) => {
      for (const { event } of events) {
        if (event.type !== 'PaymentDisputed' || event.data.subscriptionId === null) continue;
        const { state } = await subscriptions.load(event.data.teamId);
        if (state.subscriptions.has(event.data.subscriptionId)) await provider.cancelNow(event.data.subscriptionId);
      }
    },
  });
}
