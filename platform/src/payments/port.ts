import type { PriceName } from '@clearcut/schemas/subscription/prices';

/** What is sold under a name, in every currency that it is sold in. */
export interface Price {
  readonly id: string;
  readonly name: PriceName;
  /** False for a price of before, under which a subscription may still run. */
  readonly active: boolean;
  /** Null for what is bought once. */
  readonly interval: 'month' | null;
  /** In minor units, by currency (ISO 4217, lower case). */
  readonly amounts: Readonly<Record<string, number>>;
}

/** What a payment waits for. */
export interface PaymentStep {
  readonly status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method';
  /** Lets the browser confirm the payment; null when there is nothing left to confirm. */
  readonly clientSecret: string | null;
  /** Where the person has to go to confirm it, when the provider says so. */
  readonly redirectUrl: string | null;
}

export interface PaymentMethod {
  readonly id: string;
  readonly type: 'card' | 'paypal';
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  /** It pays next. */
  readonly isDefault: boolean;
  /** The same for the same card, or PayPal account, under whichever customer. */
  readonly fingerprint: string | null;
}

export interface SubscriptionFacts {
  readonly id: string;
  readonly status:
    'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused';
  readonly price: PriceName | null;
  readonly priceId: string;
  /** What a month costs, in minor units; null for a price that is not ours. */
  readonly amount: number | null;
  readonly itemId: string;
  readonly currency: string;
  readonly createdAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly trialEnd: Date | null;
  /** When it is going to end: by the flag or by the date, whichever is set. */
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly attemptId: string | null;
  /** A change at the end of the period, and whether the schedule that holds it is of our making. */
  readonly scheduled: { readonly price: PriceName; readonly at: Date } | null;
  readonly scheduleId: string | null;
  readonly isOurSchedule: boolean;
  readonly hasPendingUpdate: boolean;
  readonly latestInvoiceId: string | null;
}

export interface InvoiceLineFacts {
  readonly price: PriceName | null;
  readonly amount: number;
  readonly isProration: boolean;
  readonly from: Date;
  readonly to: Date;
}

export interface InvoiceFacts {
  readonly id: string;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  readonly subscriptionId: string | null;
  readonly attemptId: string | null;
  readonly currency: string;
  readonly total: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly attempts: number;
  /** The last try failed, and the provider goes on trying. */
  readonly hasFailed: boolean;
  readonly needsAction: boolean;
  readonly lines: readonly InvoiceLineFacts[];
  /** Of the card, or the PayPal account, that paid it; the same under whichever customer. Null when it is not paid. */
  readonly payerFingerprint: string | null;
  readonly refunds: readonly {
    readonly id: string;
    readonly amount: number;
    readonly of: number;
    readonly hasFailed: boolean;
    readonly at: Date;
  }[];
  readonly disputes: readonly {
    readonly id: string;
    readonly amount: number;
    readonly of: number;
    readonly outcome: 'open' | 'won' | 'lost';
    readonly at: Date;
  }[];
}

/** All that the provider knows of a customer at one moment, oldest first. */
export interface Snapshot {
  readonly currency: string | null;
  readonly subscriptions: readonly SubscriptionFacts[];
  readonly invoices: readonly InvoiceFacts[];
}

/** Something happened to a customer. What it was is looked up: a hint may be late, repeated, out of order, or lost. */
export interface Hint {
  readonly id: string;
  readonly type: string;
  /** Null for what is about no customer. */
  readonly customerId: string | null;
  readonly at: Date;
}

interface Invoice {
  readonly id: string;
  readonly number: string | null;
  readonly status: InvoiceFacts['status'];
  readonly total: number;
  readonly currency: string;
  readonly date: Date;
  /** Pages of the provider. */
  readonly url: string | null;
  readonly pdf: string | null;
}

export interface TaxDetails {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly line1: string;
  readonly postalCode: string;
  readonly city: string;
  /** Undefined: none is to be kept there. */
  readonly vatNumber: string | undefined;
}
export type VatStatus = 'none' | 'pending' | 'verified' | 'unverified' | 'unavailable';

interface Ordered {
  readonly customerId: string;
  readonly teamId: string;
  /** Makes the keys under which the provider takes each call once. */
  readonly attemptId: string;
  readonly currency: string;
  /** Undefined: the browser brings one when it confirms. */
  readonly paymentMethodId: string | undefined;
}

/** Prices of a catalogue, in minor units by currency. */
export interface Catalogue {
  readonly currencies: readonly string[];
  readonly prices: Readonly<Record<PriceName, Readonly<Record<string, number>>>>;
}

/**
 * Who takes the money. Amounts are in minor units. Calls throw `CatalogueError`: a code of a card (402) when it was refused,
 * `billing_unavailable` when the provider is out of reach.
 */
export interface PaymentProvider {
  readonly mode: 'live' | 'test' | 'sandbox';
  readonly publishableKey: string;
  /** By the provider's clock, which a sandbox may move. */
  now(): Promise<Date>;
  prices(): Promise<readonly Price[]>;
  /** The team's customer; made at the first call, and the same one at every later one. */
  createCustomer(teamId: string): Promise<string>;
  snapshot(customerId: string): Promise<Snapshot>;
  /** `trial`: this one-off price is on the first invoice and the plan's first month begins after the trial. */
  subscribe(
    order: Ordered & {
      readonly priceId: string;
      readonly trial: { readonly priceId: string; readonly days: number } | null;
    },
  ): Promise<PaymentStep>;
  /** Something that is bought once, on an invoice of its own. */
  buy(order: Ordered & { readonly priceId: string }): Promise<PaymentStep>;
  /** What a change of plan would cost at this moment. */
  previewSwitch(
    subscription: SubscriptionFacts,
    priceId: string,
  ): Promise<{ readonly amountDue: number; readonly prorationDate: Date }>;
  /** Takes effect when its payment succeeds, and not before. */
  switchNow(
    subscription: SubscriptionFacts,
    change: {
      readonly attemptId: string;
      /** Null: only the trial is ended. */
      readonly priceId: string | null;
      readonly prorationDate: Date | null;
      readonly endTrial: boolean;
    },
  ): Promise<PaymentStep>;
  scheduleSwitch(
    subscription: SubscriptionFacts,
    change: { readonly attemptId: string; readonly teamId: string; readonly priceId: string },
  ): Promise<void>;
  /** Takes a scheduled change of ours back. */
  unschedule(subscription: SubscriptionFacts): Promise<void>;
  /** At the end of the period, or at `at`. `reason` is what the person said. */
  cancelAtEnd(subscriptionId: string, how: { readonly at: Date | null; readonly reason: string | null }): Promise<void>;
  resume(subscription: SubscriptionFacts): Promise<void>;
  /** Ends it at once, without giving anything back. One that has ended stays as it is. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Gives back all that was paid for an invoice, once. */
  refund(invoiceId: string): Promise<void>;
  /** Takes back what has not been paid. False when it was paid meanwhile, and nothing was taken back. */
  withdraw(unpaid: { readonly invoiceId: string; readonly subscriptionId: string | null }): Promise<boolean>;
  /** Tries an open invoice again, with this payment method or the customer's default one. */
  pay(invoiceId: string, paymentMethodId?: string): Promise<PaymentStep>;
  setupIntent(customerId: string): Promise<{ readonly clientSecret: string }>;
  /** @throws CatalogueError amex_not_accepted, in which case it is the customer's no more; payment_method_not_found when it is another customer's */
  attach(customerId: string, paymentMethodId: string): Promise<PaymentMethod>;
  paymentMethods(customerId: string): Promise<readonly PaymentMethod[]>;
  setDefaultPaymentMethod(
    customerId: string,
    paymentMethodId: string,
    subscriptionId: string | undefined,
  ): Promise<void>;
  detach(paymentMethodId: string): Promise<void>;
  invoices(customerId: string): Promise<readonly Invoice[]>;
  /** @throws CatalogueError vat_number_invalid */
  setTaxDetails(customerId: string, details: TaxDetails): Promise<VatStatus>;
  /** Address of a page where a customer sees invoices and payment methods. */
  portal(customerId: string, returnUrl: string): Promise<string>;
  /** @throws CatalogueError webhook_signature_invalid */
  readWebhook(body: Buffer, signature: string): Promise<Hint>;
  /** What happened since then, oldest first. */
  hintsSince(since: Date): Promise<readonly Hint[]>;
  /** Makes what is missing of products, prices, portal and webhook, mends what is not as it should be, and says what it did. Repeatable. */
  setUp(catalogue: Catalogue, webhookUrl: string | undefined): Promise<SetUp>;
}

export interface SetUp {
  readonly made: readonly string[];
  readonly changed: readonly string[];
  /** Of a webhook that was made by this call: the provider tells it once. */
  readonly webhookSecret: string | null;
}
