import { CatalogueError } from '@clearcut/schemas/errors';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { CHECKOUT_EXPIRES_MS } from '@clearcut/schemas/subscription/prices';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';
import { type BillingState, currentSubscription, evolve, initialState, ownedOf } from './state.ts';

type EventData<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>['data'];

export const subscriptionAggregate: Aggregate<BillingState, SubscriptionEvent> = { initialState, evolve };

type BillingDecision = Decision<BillingState, SubscriptionEvent>;

export const linkCustomer =
  (teamId: string, customerId: string): BillingDecision =>
  (state) => {
    if (state.customerId === customerId) return [];
    if (state.customerId !== null) throw new Error(`Team ${teamId} is customer ${state.customerId} already`);
    return [{ type: 'CustomerLinked', data: { teamId, customerId } }];
  };

interface Start extends Omit<EventData<'CheckoutStarted'>, 'expiresAt'> {
  /** Provider's clock. */
  readonly at: Date;
}

/** Claims the team's payment slot. */
export const startCheckout =
  ({ teamId, attemptId, purpose, price, currency, at }: Start): BillingDecision =>
  (state) => {
    const { checkout } = state;
    if (state.isClosed) throw new CatalogueError('forbidden');
    const subscription = currentSubscription(state);
    const isRunning = subscription !== undefined && subscription.status !== 'incomplete';
    if (purpose === 'addon' && ownedOf(state).includes(price)) throw new CatalogueError('already_owned');
    // Lasts as long as the plan does.
    if (purpose === 'addon' && !isRunning) throw new CatalogueError('no_subscription');
    if (purpose === 'subscribe' && isRunning) throw new CatalogueError('subscription_exists');
    if (isRunning && subscription.currency !== currency) throw new CatalogueError('currency_locked');
    if (price === 'trial' && state.hadTrial) throw new CatalogueError('trial_used');
    if (state.packAttempts.has(attemptId)) return [];
    if (checkout !== null) {
      // A team may buy the same pack twice, so there each attempt is a separate order.
      const isOther = purpose === 'pack' && checkout.attemptId !== attemptId;
      if (!isOther && checkout.price === price && checkout.currency === currency) return [];
      throw new CatalogueError('subscription_pending');
    }
    const expiresAt = new Date(at.getTime() + CHECKOUT_EXPIRES_MS).toISOString();
    return [{ type: 'CheckoutStarted', data: { teamId, attemptId, purpose, price, currency, expiresAt } }];
  };

export const abandonCheckout =
  (teamId: string, attemptId: string): BillingDecision =>
  ({ checkout }) =>
    checkout?.attemptId === attemptId
      ? [{ type: 'CheckoutAbandoned', data: { teamId, attemptId, reason: 'superseded' } }]
      : [];

export const changeTaxInformation =
  (data: EventData<'TaxInformationChanged'>): BillingDecision =>
  () => [{ type: 'TaxInformationChanged', data }];

export const changePaymentMethod =
  (data: EventData<'PaymentMethodChanged'>): BillingDecision =>
  () => [{ type: 'PaymentMethodChanged', data }];

export const recordContacts =
  (teamId: string, chosen: readonly string[]): BillingDecision =>
  ({ contacts }) => {
    const userIds = [...new Set(chosen)].toSorted();
    return contacts?.join() === userIds.join() ? [] : [{ type: 'BillingContactsChosen', data: { teamId, userIds } }];
  };

export const closeBilling =
  (teamId: string): BillingDecision =>
  ({ isClosed }) =>
    isClosed ? [] : [{ type: 'BillingClosed', data: { teamId } }];
