import type { CardError } from '@clearcut/schemas/subscription/card-errors';
import type { PriceName } from '@clearcut/schemas/subscription/prices';

export interface Price {
  readonly id: string;
  readonly name: PriceName;
  /** Subscriptions may use former prices. */
  readonly active: boolean;
  readonly interval: 'month' | null;
  /** Minor units by ISO 4217, lower case. */
  readonly amounts: Readonly<Record<string, number>>;
}

export interface PaymentStep {
  readonly status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method';
  /** Null: nothing to confirm. */
  readonly clientSecret: string | null;
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
  /** Equal across customers. */
  readonly fingerprint: string | null;
}

export interface SubscriptionFacts {
  readonly id: string;
  readonly status:
    | 'incomplete'
    | 'incomplete_expired'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'canceled'
    | 'unpaid'
    | 'paused';
  readonly price: PriceName | null;
  readonly priceId: string;
  /** Minor units per month; null: foreign. */
  readonly amount: number | null;
  readonly itemId: string;
  readonly currency: string;
  readonly createdAt: Date;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly trialEnd: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly cancelReason: string | null;
  readonly attemptId: string | null;
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
  readonly number: string | null;
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
  readonly hasFailed: boolean;
  readonly needsAction: boolean;
  readonly isProcessing: boolean;
  readonly code: CardError | null;
  readonly methodId: string | null;
  readonly nextTryAt: Date | null;
  /** The plan or change lapses then. */
  readonly lapsesAt: Date | null;
  readonly lines: readonly InvoiceLineFacts[];
  readonly payerFingerprint: string | null;
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

/** May be late, repeated or lost. */
export interface Hint {
  readonly id: string;
  readonly type: string;
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
  readonly vatNumber: string | undefined;
}
export type VatStatus = 'none' | 'pending' | 'verified' | 'unverified' | 'unavailable';

interface Ordered {
  readonly customerId: string;
  readonly teamId: string;
  /** Base of idempotency keys. */
  readonly attemptId: string;
  readonly currency: string;
  readonly paymentMethodId: string | undefined;
}

export interface Catalogue {
  readonly currencies: readonly string[];
  readonly prices: Readonly<Partial<Record<PriceName, Readonly<Record<string, number>> | undefined>>>;
}

/** Minor units. @throws CatalogueError card codes, `billing_unavailable` */
export interface PaymentProvider {
  readonly mode: 'live' | 'test' | 'sandbox';
  readonly publishableKey: string;
  /** A sandbox may move it. */
  now(): Promise<Date>;
  prices(): Promise<readonly Price[]>;
  /** Idempotent. */
  createCustomer(teamId: string): Promise<string>;
  snapshot(customerId: string): Promise<Snapshot>;
  /** `trial`: one-off, before the first month. */
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
  /** Only once paid. */
  switchNow(
    subscription: SubscriptionFacts,
    change: {
      readonly attemptId: string;
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
  /** Default: the period's end. */
  cancelAtEnd(subscriptionId: string, how: { readonly at: Date | null; readonly reason: string | null }): Promise<void>;
  resume(subscription: SubscriptionFacts): Promise<void>;
  /** Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Idempotent. */
  refund(invoiceId: string): Promise<void>;
  /** False when paid meanwhile. */
  withdraw(unpaid: { readonly invoiceId: string; readonly subscriptionId: string | null }): Promise<boolean>;
  pay(invoiceId: string, paymentMethodId?: string): Promise<PaymentStep>;
  setupIntent(customerId: string): Promise<{ readonly clientSecret: string }>;
  /** @throws CatalogueError amex_not_accepted, payment_method_not_found */
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
  /** Only of a new webhook. */
  readonly webhookSecret: string | null;
}

/** Subscribers wait for it. */
export class PaymentsUnavailableError extends Error {
  /** Recognised by `isConnectionError`. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The payment provider is out of reach', { cause });
    this.name = 'PaymentsUnavailableError';
  }
}
