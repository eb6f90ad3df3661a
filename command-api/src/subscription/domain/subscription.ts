import type { Snapshot } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { CHECKOUT_EXPIRES_MS, type PriceName } from '@clearcut/schemas/subscription/prices';
import type { Decider } from '../../kernel/decider.ts';
import { observed } from './observe.ts';
import { type BillingState, currentSubscription, evolve, initialState, ownedOf } from './state.ts';

type EventData<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>['data'];

export type SubscriptionCommand =
  | { readonly type: 'LinkCustomer'; readonly teamId: string; readonly customerId: string }
  /** Claims the team's payment slot. */
  | {
      readonly type: 'StartCheckout';
      readonly teamId: string;
      readonly attemptId: string;
      readonly purpose: 'subscribe' | 'addon' | 'pack';
      readonly price: PriceName;
      readonly currency: string;
      /** Provider's clock. */
      readonly now: Date;
    }
  | { readonly type: 'AbandonCheckout'; readonly teamId: string; readonly attemptId: string }
  | {
      readonly type: 'ChangeTaxInformation';
      readonly teamId: string;
      readonly information: Omit<EventData<'TaxInformationChanged'>, 'teamId'>;
    }
  | { readonly type: 'ChangePaymentMethod'; readonly teamId: string; readonly change: 'default-set' | 'removed' }
  | { readonly type: 'ChooseContacts'; readonly teamId: string; readonly userIds: readonly string[] }
  | { readonly type: 'CloseBilling'; readonly teamId: string }
  /** Records what is new in a snapshot taken after this state was loaded. */
  | {
      readonly type: 'ObserveBilling';
      readonly teamId: string;
      readonly snapshot: Snapshot;
      readonly now: Date;
      readonly refusedTrial: string | null;
    };

type Start = Extract<SubscriptionCommand, { type: 'StartCheckout' }>;

function decide(command: SubscriptionCommand, state: BillingState): readonly SubscriptionEvent[] {
  const { teamId } = command;
  switch (command.type) {
    case 'LinkCustomer':
      if (state.customerId === command.customerId) return [];
      if (state.customerId !== null) throw new Error(`Team ${teamId} is customer ${state.customerId} already`);
      return [{ type: 'CustomerLinked', data: { teamId, customerId: command.customerId } }];
    case 'StartCheckout':
      return startCheckout(command, state);
    case 'AbandonCheckout': {
      const { attemptId } = command;
      if (state.checkout?.attemptId !== attemptId) return [];
      return [{ type: 'CheckoutAbandoned', data: { teamId, attemptId, reason: 'superseded' } }];
    }
    case 'ChangeTaxInformation':
      return [{ type: 'TaxInformationChanged', data: { teamId, ...command.information } }];
    case 'ChangePaymentMethod':
      return [{ type: 'PaymentMethodChanged', data: { teamId, change: command.change } }];
    case 'ChooseContacts': {
      const userIds = [...new Set(command.userIds)].toSorted();
      if (state.contacts?.join() === userIds.join()) return [];
      return [{ type: 'BillingContactsChosen', data: { teamId, userIds } }];
    }
    case 'CloseBilling':
      return state.isClosed ? [] : [{ type: 'BillingClosed', data: { teamId } }];
    case 'ObserveBilling':
      return observed(command, state);
  }
}

function startCheckout(command: Start, state: BillingState): readonly SubscriptionEvent[] {
  const { teamId, attemptId, purpose, price, currency, now } = command;
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
  const expiresAt = new Date(now.getTime() + CHECKOUT_EXPIRES_MS).toISOString();
  return [{ type: 'CheckoutStarted', data: { teamId, attemptId, purpose, price, currency, expiresAt } }];
}

export const subscriptionDecider: Decider<BillingState, SubscriptionCommand, SubscriptionEvent> = {
  initialState,
  evolve,
  decide,
};
