import type { Plan } from '@clearcut/schemas/constants';
import type { Due, PaymentInfo, SubscriptionInfo } from '@clearcut/schemas/subscription/http';
import { PLAN_OF_PRICE, isPlanPrice, type PriceName } from '@clearcut/schemas/subscription/prices';
import { type BillingState, currentSubscription, type Subscription } from './domain/state.ts';

const WITHOUT_PLAN: readonly Subscription['status'][] = ['incomplete', 'unpaid', 'paused'];

/** Null without a plan. A plan whose renewal failed stays while it is retried. */
export function planOf(state: BillingState): Plan | null {
  const subscription = currentSubscription(state);
  if (subscription === undefined || WITHOUT_PLAN.includes(subscription.status) || !isPlanPrice(subscription.price))
    return null;
  return subscription.status === 'trialing' ? 'trial' : PLAN_OF_PRICE[subscription.price];
}

export function runningSubscription(state: BillingState): Subscription | undefined {
  const subscription = currentSubscription(state);
  return subscription?.status === 'incomplete' ? undefined : subscription;
}

export function shownSubscription(
  state: BillingState,
  priceIdOf: (price: PriceName) => string | null,
): SubscriptionInfo | null {
  const subscription = currentSubscription(state);
  if (subscription !== undefined) {
    const { status, currency, periodEnd, trialEnd, endsAt, scheduled } = subscription;
    // The provider lists a trial under the plan that follows.
    const isUnpaidTrial = status === 'incomplete' && state.checkout?.price === 'trial';
    const price = isUnpaidTrial ? 'trial' : subscription.price;
    const shown = status === 'incomplete' ? 'pending' : status === 'paused' ? 'unpaid' : status;
    const stripePriceId = priceIdOf(price);
    return { status: shown, price, stripePriceId, currency, periodEnd, trialEnd, activeUntil: endsAt, scheduled };
  }
  const last = [...state.ended.values()].at(-1);
  if (last === undefined) return null;
  const status = last === 'never-paid' ? 'incomplete_expired' : state.endedInTrial ? 'trial_ended' : 'canceled';
  const nothing = { price: null, stripePriceId: null, currency: null, periodEnd: null, trialEnd: null };
  return { status, ...nothing, activeUntil: null, scheduled: null };
}

export function shownPayment(state: BillingState): PaymentInfo | null {
  if (state.customerId === null) return null;
  return {
    stripeCustomerCurrency: currentSubscription(state)?.currency ?? null,
    status: paymentStatus(state),
    due: dueOf(state),
  };
}

/** The invoice that a retry pays. */
function dueOf(state: BillingState): Due | null {
  const [newest] = [...state.failures].toReversed();
  if (newest === undefined) return null;
  const [invoiceId, { subscriptionId, attempt: _, ...failure }] = newest;
  const status = state.subscriptions.get(subscriptionId ?? '')?.status;
  return { invoiceId, ...failure, isRenewal: status === 'past_due' || status === 'unpaid' };
}

export const packsOf = ({ paid }: BillingState): number =>
  [...paid.values()].filter(({ reason }) => reason === 'pack').length;

function paymentStatus(state: BillingState): PaymentInfo['status'] {
  const failures = [...state.failures.values()];
  if (failures.some(({ needsAction }) => needsAction)) return 'requires_action';
  if (failures.length > 0) return 'failed';
  if (state.checkout !== null) return 'pending';
  if (state.subscriptions.size === 0 && endedInDispute(state)) return 'disputed';
  return state.paid.size > 0 ? 'paid' : null;
}

function endedInDispute({ ended, disputes }: BillingState): boolean {
  const [endedId, reason] = [...ended].at(-1) ?? [];
  const own = [...disputes.values()].filter(({ subscriptionId }) => subscriptionId === endedId);
  return reason === 'disputed' && own.some(({ outcome }) => outcome !== 'returned');
}
