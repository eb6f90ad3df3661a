import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import type { PriceName } from '@clearcut/schemas/subscription/prices';

type EventData<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>['data'];

type Checkout = Omit<EventData<'CheckoutStarted'>, 'teamId'>;

export interface Subscription {
  readonly id: string;
  readonly price: PriceName;
  readonly currency: string;
  readonly status: EventData<'SubscriptionStarted'>['status'];
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly trialEnd: string | null;
  readonly endsAt: string | null;
  readonly scheduled: { readonly price: PriceName; readonly at: string } | null;
  readonly isTrialEndAnnounced: boolean;
}

interface PaidInvoice {
  readonly subscriptionId: string | null;
  readonly credits: number;
  readonly currency: string;
  readonly reason: EventData<'InvoicePaid'>['reason'];
}

export type Failure = Omit<EventData<'InvoicePaymentFailed'>, 'teamId' | 'invoiceId'>;

interface Clawback {
  readonly invoiceId: string;
  readonly credits: number;
  /** Minor units; `of`: the whole payment. */
  readonly amount: number;
  readonly of: number;
  /** `returned`: the refund failed or the dispute was won. */
  readonly outcome: 'open' | 'kept' | 'returned';
}

interface PackAttempt {
  readonly end: 'paid' | 'abandoned';
  readonly price: PriceName;
  readonly currency: string;
}

/** State for decisions about a team's payments. Maps are keyed by the provider's ids. */
export interface BillingState {
  readonly customerId: string | null;
  readonly checkout: Checkout | null;
  /** Not ended; several only when one was created elsewhere. */
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  readonly ended: ReadonlyMap<string, EventData<'SubscriptionEnded'>['reason']>;
  readonly hadTrial: boolean;
  /** Trial whose card had already paid for another team's, and its invoice. */
  readonly refusedTrial: { readonly subscriptionId: string; readonly invoiceId: string } | null;
  /** The last ended subscription was a trial, and nothing else was paid. */
  readonly endedInTrial: boolean;
  readonly paid: ReadonlyMap<string, PaidInvoice>;
  readonly failures: ReadonlyMap<string, Failure>;
  readonly refunds: ReadonlyMap<string, Clawback>;
  readonly disputes: ReadonlyMap<string, Clawback & { readonly subscriptionId: string | null }>;
  /** Attempts to buy a pack that are over. */
  readonly packAttempts: ReadonlyMap<string, PackAttempt>;
  /** Bought once, with the invoice that paid for it. */
  readonly bought: ReadonlyMap<PriceName, string>;
  /** Null until an admin has chosen. */
  readonly contacts: readonly string[] | null;
  readonly isClosed: boolean;
}

export const initialState: BillingState = {
  customerId: null,
  checkout: null,
  subscriptions: new Map(),
  ended: new Map(),
  hadTrial: false,
  refusedTrial: null,
  endedInTrial: false,
  paid: new Map(),
  failures: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  packAttempts: new Map(),
  bought: new Map(),
  contacts: null,
  isClosed: false,
};

export function currentSubscription({ subscriptions }: BillingState): Subscription | undefined {
  const live = [...subscriptions.values()];
  return live.findLast(({ status }) => status !== 'incomplete') ?? live.at(-1);
}

export function evolve(state: BillingState, event: SubscriptionEvent): BillingState {
  const changed = (subscriptionId: string, change: Partial<Subscription>): BillingState => {
    const before = state.subscriptions.get(subscriptionId);
    if (before === undefined) return state;
    return { ...state, subscriptions: new Map(state.subscriptions).set(subscriptionId, { ...before, ...change }) };
  };
  switch (event.type) {
    case 'CustomerLinked':
      return { ...state, customerId: event.data.customerId };
    case 'CheckoutStarted': {
      const { teamId: _, ...checkout } = event.data;
      return { ...state, checkout };
    }
    case 'CheckoutFinished': {
      const { checkout } = state;
      if (checkout?.purpose !== 'addon') return withoutCheckout(state, 'paid');
      return { ...state, checkout: null, bought: new Map(state.bought).set(checkout.price, event.data.invoiceId) };
    }
    case 'CheckoutAbandoned':
      return withoutCheckout(state, 'abandoned');
    case 'SubscriptionStarted': {
      const { teamId: _, subscriptionId: id, ...started } = event.data;
      const subscription = { id, ...started, endsAt: null, scheduled: null, isTrialEndAnnounced: false };
      return { ...state, subscriptions: new Map(state.subscriptions).set(id, subscription) };
    }
    case 'SubscriptionStatusChanged':
      return changed(event.data.subscriptionId, { status: event.data.to });
    case 'SubscriptionPeriodChanged': {
      const { subscriptionId, periodStart, periodEnd, trialEnd } = event.data;
      return changed(subscriptionId, { periodStart, periodEnd, trialEnd });
    }
    case 'SubscriptionEnded':
      return afterEnd(state, event.data);
    case 'TrialEnding':
      return changed(event.data.subscriptionId, { isTrialEndAnnounced: true });
    case 'PlanChanged':
      return changed(event.data.subscriptionId, { price: event.data.to });
    case 'PlanChangeScheduled':
      return changed(event.data.subscriptionId, { scheduled: { price: event.data.to, at: event.data.at } });
    case 'PlanChangeUnscheduled':
      return changed(event.data.subscriptionId, { scheduled: null });
    case 'CancellationScheduled':
      return changed(event.data.subscriptionId, { endsAt: event.data.at });
    case 'CancellationRevoked':
      return changed(event.data.subscriptionId, { endsAt: null });
    case 'InvoicePaid': {
      const { invoiceId, subscriptionId, credits, currency, reason } = event.data;
      const failures = new Map(state.failures);
      failures.delete(invoiceId);
      return {
        ...state,
        paid: new Map(state.paid).set(invoiceId, { subscriptionId, credits, currency, reason }),
        failures,
        hadTrial: state.hadTrial || reason === 'trial',
      };
    }
    case 'InvoicePaymentFailed': {
      const { teamId: _, invoiceId, ...failure } = event.data;
      return { ...state, failures: new Map(state.failures).set(invoiceId, failure) };
    }
    case 'InvoiceVoided': {
      const failures = new Map(state.failures);
      failures.delete(event.data.invoiceId);
      return { ...state, failures };
    }
    case 'TrialRefused': {
      const { subscriptionId, invoiceId } = event.data;
      return { ...state, refusedTrial: { subscriptionId, invoiceId } };
    }
    case 'PaymentRefunded': {
      const { refundId, invoiceId, credits, amount, of } = event.data;
      const refund = { invoiceId, credits, amount, of, outcome: 'open' } as const;
      return { ...state, refunds: new Map(state.refunds).set(refundId, refund) };
    }
    case 'RefundFailed':
      return { ...state, refunds: closed(state.refunds, event.data.refundId, 'returned') };
    case 'PaymentDisputed': {
      const { disputeId, invoiceId, subscriptionId, credits, amount, of } = event.data;
      const dispute = { invoiceId, subscriptionId, credits, amount, of, outcome: 'open' } as const;
      return { ...state, disputes: new Map(state.disputes).set(disputeId, dispute) };
    }
    case 'DisputeClosed': {
      const { disputeId, outcome } = event.data;
      return { ...state, disputes: closed(state.disputes, disputeId, outcome === 'won' ? 'returned' : 'kept') };
    }
    case 'TaxInformationChanged':
    case 'PaymentMethodChanged':
      return state;
    case 'BillingContactsChosen':
      return { ...state, contacts: event.data.userIds };
    case 'BillingClosed':
      return { ...state, isClosed: true };
  }
}

function withoutCheckout(state: BillingState, end: 'paid' | 'abandoned'): BillingState {
  const { checkout } = state;
  if (checkout?.purpose !== 'pack') return { ...state, checkout: null };
  const { attemptId, price, currency } = checkout;
  const packAttempts = new Map(state.packAttempts).set(attemptId, { end, price, currency });
  return { ...state, checkout: null, packAttempts };
}

function closed<T extends Clawback>(
  clawbacks: ReadonlyMap<string, T>,
  id: string,
  outcome: Clawback['outcome'],
): ReadonlyMap<string, T> {
  const before = clawbacks.get(id);
  return before === undefined ? clawbacks : new Map(clawbacks).set(id, { ...before, outcome });
}

export function takenBackOf(
  { refunds, disputes }: BillingState,
  invoiceId: string,
): Pick<Clawback, 'amount' | 'credits'> {
  return [...refunds.values(), ...disputes.values()]
    .filter((one) => one.invoiceId === invoiceId && one.outcome !== 'returned')
    .reduce((sum, { amount, credits }) => ({ amount: sum.amount + amount, credits: sum.credits + credits }), {
      amount: 0,
      credits: 0,
    });
}

/** One-off purchases in force: not refunded, and their plan has not ended. */
export function ownedOf({ bought, refunds, disputes }: BillingState): PriceName[] {
  const back = [...refunds.values(), ...disputes.values()].filter(({ outcome }) => outcome !== 'returned');
  return [...bought].flatMap(([price, invoiceId]) => {
    const own = back.filter((one) => one.invoiceId === invoiceId);
    const amount = own.reduce((sum, one) => sum + one.amount, 0);
    return own.length > 0 && amount >= (own[0]?.of ?? 0) ? [] : [price];
  });
}

function afterEnd(state: BillingState, { subscriptionId, reason }: EventData<'SubscriptionEnded'>): BillingState {
  const subscriptions = new Map(state.subscriptions);
  subscriptions.delete(subscriptionId);
  const failures = [...state.failures].filter(([, failure]) => failure.subscriptionId !== subscriptionId);
  const hasPlan = [...subscriptions.values()].some(({ status }) => status !== 'incomplete');
  const payments = [...state.paid.values()].filter((invoice) => invoice.subscriptionId === subscriptionId);
  return {
    ...state,
    subscriptions,
    failures: new Map(failures),
    ended: new Map(state.ended).set(subscriptionId, reason),
    endedInTrial: payments.length === 1 && payments[0]?.reason === 'trial',
    bought: hasPlan || reason === 'never-paid' ? state.bought : new Map(),
  };
}
