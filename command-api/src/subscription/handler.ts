import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSubscriptionEvent, type SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { createCommandHandler, type CommandHandler } from '../kernel/command-handler.ts';
import type { BillingState } from './domain/state.ts';
import { subscriptionAggregate } from './domain/subscription.ts';

export type SubscriptionHandler = CommandHandler<BillingState, SubscriptionEvent>;

export function createSubscriptionHandler(eventStore: EventStore<ClearcutEvent>): SubscriptionHandler {
  return createCommandHandler({
    eventStore,
    aggregate: subscriptionAggregate,
    category: 'subscription',
    owns: isSubscriptionEvent,
  });
}
