import type { CardError } from '@clearcut/schemas/subscription/card-errors';
import type { PriceName } from '@clearcut/schemas/subscription/prices';

export interface Price {
  readonly id: string;
  readonly name: PriceName;
  /** False for a former price that subscriptions may still use. */
  readonly active: boolean;
  readonly interval: 'month' | null;
  /** Minor units by currency (ISO 4217, lower case). */
  readonly amounts: Readonly<Record<string, number>>;
}

export interface PaymentStep {
  readonly status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method';
  /** Null when nothing is left to confirm. */
  readonly clientSecret: string | null;
  /** Where the person must confirm it, if anywhere. */
  readonly redirectUrl: string | null;
}

export interface PaymentMethod {
  readonly id: string;
  readonly type: 'card' | 'paypal';
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  readonly isDefault: boolean;
  /** The same for a card or PayPal account across customers. */
  readonly fingerprint: string | null;
}

export interface SubscriptionFacts {
  readonly id: string;
  readonly status:
    'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused';
  readonly price: PriceName | null;
  readonly priceId: string;
  /** Minor units per month; null for a foreign price. */
  readonly amount: number | null;
  readonly itemId: string;
  readonly currency: string;
  readonly createdAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly trialEnd: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  /** In the words of who cancelled. */
  readonly cancelReason: string | null;
  readonly attemptId: string | null;
  /** A change at the end of the period, and whether we created its schedule. */
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
  /** Null for a draft. */
  readonly number: string | null;
  /** The provider's pages of it. */
  readonly url: string | null;
  readonly pdf: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  readonly subscriptionId: string | null;
  readonly attemptId: string | null;
  readonly currency: string;
  readonly total: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly attempts: number;
  /** The last try failed; the provider retries. */
  readonly hasFailed: boolean;
  readonly needsAction: boolean;
  /** Under way at the bank. */
  readonly isProcessing: boolean;
  /** Why the last try failed, and the method it used; null where the provider does not say. */
  readonly code: CardError | null;
  readonly methodId: string | null;
  readonly nextTryAt: Date | null;
  /** Unpaid by then, the plan or the change lapses. */
  readonly lapsesAt: Date | null;
  readonly lines: readonly InvoiceLineFacts[];
  /** The same for a card or PayPal account across customers; null while unpaid. */
  readonly payerFingerprint: string | null;
  /** The card that paid. */
  readonly card: { readonly brand: string | null; readonly last4: string | null } | null;
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

/** Oldest first. */
export interface Snapshot {
  readonly currency: string | null;
  readonly subscriptions: readonly SubscriptionFacts[];
  readonly invoices: readonly InvoiceFacts[];
}

/** Look the change up: a hint may be late, repeated, out of order or lost. */
export interface Hint {
  readonly id: string;
  readonly type: string;
  /** Null when it concerns no customer. */
  readonly customerId: string | null;
  readonly at: Date;
}

export interface TaxDetails {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly line1: string;
  readonly postalCode: string;
  readonly city: string;
  /** Undefined: removes it there. */
  readonly vatNumber: string | undefined;
}
export type VatStatus = 'none' | 'pending' | 'verified' | 'unverified' | 'unavailable';

interface Ordered {
  readonly customerId: string;
  readonly teamId: string;
  /** Base of the idempotency keys. */
  readonly attemptId: string;
  readonly currency: string;
  /** Undefined: the browser supplies one when it confirms. */
  readonly paymentMethodId: string | undefined;
}

export interface Catalogue {
  readonly currencies: readonly string[];
  readonly prices: Readonly<Record<PriceName, Readonly<Record<string, number>>>>;
}

/**
 * Minor units. Throws `CatalogueError`: a card code (402) after a refusal, `billing_unavailable` when the provider is
 * unreachable.
 */
export interface PaymentProvider {
  readonly mode: 'live' | 'test' | 'sandbox';
  readonly publishableKey: string;
  /** The provider's clock, which a sandbox may move. */
  now(): Promise<Date>;
  prices(): Promise<readonly Price[]>;
  /** Idempotent: always the team's one customer. */
  createCustomer(teamId: string): Promise<string>;
  snapshot(customerId: string): Promise<Snapshot>;
  /** `trial`: a one-off price on the first invoice; the first month begins after the trial. */
  subscribe(
    order: Ordered & {
      readonly priceId: string;
      readonly trial: { readonly priceId: string; readonly days: number } | null;
    },
  ): Promise<PaymentStep>;
  buy(order: Ordered & { readonly priceId: string }): Promise<PaymentStep>;
  previewSwitch(
    subscription: SubscriptionFacts,
    priceId: string,
  ): Promise<{
    readonly amountDue: number;
    readonly prorationDate: Date;
    readonly lines: readonly InvoiceLineFacts[];
  }>;
  /** Takes effect only when its payment succeeds. */
  switchNow(
    subscription: SubscriptionFacts,
    change: {
      readonly attemptId: string;
      /** Null: only ends the trial. */
      readonly priceId: string | null;
      readonly prorationDate: Date | null;
      readonly endTrial: boolean;
    },
  ): Promise<PaymentStep>;
  scheduleSwitch(
    subscription: SubscriptionFacts,
    change: { readonly attemptId: string; readonly teamId: string; readonly priceId: string },
  ): Promise<void>;
  unschedule(subscription: SubscriptionFacts): Promise<void>;
  /** At the end of the period, or at `at`. */
  cancelAtEnd(subscriptionId: string, how: { readonly at: Date | null; readonly reason: string | null }): Promise<void>;
  resume(subscription: SubscriptionFacts): Promise<void>;
  /** Without a refund; idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** In full; idempotent. */
  refund(invoiceId: string): Promise<void>;
  /** False, without effect, when it was paid meanwhile. */
  withdraw(unpaid: { readonly invoiceId: string; readonly subscriptionId: string | null }): Promise<boolean>;
  /** Default: the customer's method. */
  pay(invoiceId: string, paymentMethodId?: string): Promise<PaymentStep>;
  setupIntent(customerId: string): Promise<{ readonly clientSecret: string }>;
  /** @throws CatalogueError amex_not_accepted, which also detaches it; payment_method_not_found */
  attach(customerId: string, paymentMethodId: string): Promise<PaymentMethod>;
  paymentMethods(customerId: string): Promise<readonly PaymentMethod[]>;
  setDefaultPaymentMethod(
    customerId: string,
    paymentMethodId: string,
    subscriptionId: string | undefined,
  ): Promise<void>;
  detach(paymentMethodId: string): Promise<void>;
  /** @throws CatalogueError vat_number_invalid */
  setTaxDetails(customerId: string, details: TaxDetails): Promise<VatStatus>;
  portal(customerId: string, returnUrl: string): Promise<string>;
  /** Page of a customer for the operator's people. */
  customerUrl(customerId: string): string;
  /** @throws CatalogueError webhook_signature_invalid */
  readWebhook(body: Buffer, signature: string): Promise<Hint>;
  /** Oldest first. */
  hintsSince(since: Date): Promise<readonly Hint[]>;
  /** Idempotent. */
  setUp(catalogue: Catalogue, webhookUrl: string | undefined): Promise<SetUp>;
}

export interface SetUp {
  readonly made: readonly string[];
  readonly changed: readonly string[];
  /** Only for a webhook created by this call: the provider reveals it once. */
  readonly webhookSecret: string | null;
}
