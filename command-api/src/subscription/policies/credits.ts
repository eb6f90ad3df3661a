import type { Database } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSubscriptionEvent, type SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { PLAN_CREDITS, ROLL_OVER_MONTHS } from '@clearcut/schemas/subscription/prices';
import {
  clawBackCredits,
  type CreditPool,
  expireCredits,
  grantCredits,
  type PoolCommand,
  returnClawback,
} from '../../credits/index.ts';
import { type BillingState, evolve, initialState } from '../domain/state.ts';

/** Grants and takes back credits once per payment: event ids derive from invoice, refund, dispute or subscription. */
export function startCreditsPolicy({
  creditPool,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly creditPool: CreditPool;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'billing-credits-policy',
    schema: 'subscriptions',
    filter: { categories: ['subscription'] },
    handle: async (_tx, events) => {
      for (const recorded of events) await settleCredits({ creditPool, eventStore: deps.eventStore }, recorded);
    },
  });
}

/** Idempotent. */
async function settleCredits(
  { creditPool, eventStore }: { readonly creditPool: CreditPool; readonly eventStore: EventStore<ClearcutEvent> },
  recorded: RecordedEvent<ClearcutEvent>,
): Promise<void> {
  const { id, event, metadata } = recorded;
  if (!isSubscriptionEvent(event)) return;
  const before = event.type === 'SubscriptionEnded' ? await stateBefore(eventStore, recorded) : initialState;
  for (const command of commandsOf(event, before)) {
    await creditPool.handle(command, {
      correlationId: metadata.correlationId,
      causationId: id,
      // The buyer; a renewal has none.
      actor: metadata.actor.kind === 'user' ? metadata.actor : { kind: 'system', id: 'billing' },
      now: new Date(),
    });
  }
}

/** The policy may lag: credits must not depend on it. */
async function stateBefore(
  eventStore: EventStore<ClearcutEvent>,
  { stream, version }: RecordedEvent<ClearcutEvent>,
): Promise<BillingState> {
  const events = (await eventStore.readStream(stream, 0, version - 1)).map(({ event }) => event);
  return events.filter(isSubscriptionEvent).reduce(evolve, initialState);
}

/** @param before state without the event */
export function commandsOf(event: SubscriptionEvent, before: BillingState): readonly PoolCommand[] {
  const { teamId } = event.data;
  switch (event.type) {
    case 'InvoicePaid': {
      const { credits, invoiceId: paymentId, reason, plan, periodStart, periodEnd } = event.data;
      if (credits === 0) return [];
      const cause =
        reason === 'pack'
          ? { kind: 'pack' as const, paymentId }
          : { kind: 'payment' as const, paymentId, periodStart, periodEnd };
      const grant = grantCredits({ teamId, credits, cause });
      if (plan === null || (reason !== 'start' && reason !== 'renewal')) return [grant];
      // At the payment, not the period's end: a renewal may be retried for a week, during which the team would have
      // nothing.
      const keep = ROLL_OVER_MONTHS * PLAN_CREDITS[plan];
      return [expireCredits({ teamId, cause: { kind: 'rolled-over', paymentId }, keep }), grant];
    }
    case 'SubscriptionEnded': {
      const { subscriptionId, reason } = event.data;
      // An unpaid one granted nothing; existing credits belong to another.
      if (reason === 'never-paid' || hasOtherPlan(before, event.data)) return [];
      return [expireCredits({ teamId, cause: { kind: 'subscription-ended', subscriptionId }, keep: 0 })];
    }
    case 'PaymentRefunded': {
      const { credits, refundId: clawbackId, invoiceId: paymentId, isPack } = event.data;
      if (credits === 0) return [];
      return [clawBackCredits({ teamId, credits, reason: 'refunded', clawbackId, paymentId, isPack })];
    }
    case 'PaymentDisputed': {
      const { credits, disputeId: clawbackId, invoiceId: paymentId, isPack } = event.data;
      if (credits === 0) return [];
      return [clawBackCredits({ teamId, credits, reason: 'disputed', clawbackId, paymentId, isPack })];
    }
    case 'RefundFailed':
      return [returnClawback({ teamId, clawbackId: event.data.refundId })];
    case 'DisputeClosed': {
      const { outcome, disputeId } = event.data;
      return outcome === 'won' ? [returnClawback({ teamId, clawbackId: disputeId })] : [];
    }
    case 'CustomerLinked':
    case 'CheckoutStarted':
    case 'CheckoutFinished':
    case 'CheckoutAbandoned':
    case 'SubscriptionStarted':
    case 'SubscriptionStatusChanged':
    case 'SubscriptionPeriodChanged':
    case 'PlanChanged':
    case 'PlanChangeScheduled':
    case 'PlanChangeUnscheduled':
    case 'CancellationScheduled':
    case 'CancellationRevoked':
    case 'InvoicePaymentFailed':
    case 'InvoiceVoided':
    case 'TrialEnding':
    case 'TrialRefused':
    case 'TaxInformationChanged':
    case 'PaymentMethodChanged':
    case 'BillingContactsChosen':
    case 'BillingClosed':
      return [];
  }
}

/** Made elsewhere: the pool does not tell its credits apart, so they end with the last plan. */
const hasOtherPlan = (
  { subscriptions }: BillingState,
  { subscriptionId, at }: Extract<SubscriptionEvent, { type: 'SubscriptionEnded' }>['data'],
): boolean =>
  [...subscriptions.values()].some(
    ({ id, status, periodStart }) => id !== subscriptionId && status !== 'incomplete' && periodStart <= at,
  );
