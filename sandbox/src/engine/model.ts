/** Times are seconds since 1970, as in Stripe; amounts are in minor units. */

export interface CatalogPrice {
  readonly id: string;
  readonly product: string;
  active: boolean;
  lookupKey: string | null;
  readonly currency: string;
  readonly unitAmount: number;
  readonly options: Readonly<Record<string, number>>;
  readonly isMonthly: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
}

export interface Method {
  readonly id: string;
  /** Name of a Stripe test payment method, without `pm_`. */
  readonly test: string;
  readonly created: number;
  attached: boolean;
}

export interface Line {
  readonly id: string;
  readonly priceId: string;
  readonly amount: number;
  readonly proration: boolean;
  readonly from: number;
  readonly to: number;
}

export interface Charge {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly refunds: { readonly id: string; readonly created: number; readonly amount: number; failed: boolean }[];
  dispute: { readonly id: string; readonly created: number; status: 'needs_response' | 'won' | 'lost' } | null;
}

export interface Refusal {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

export interface Payment {
  readonly id: string;
  readonly secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  methodId: string | null;
  refusal: Refusal | null;
  /** The bank's redirect back. */
  returnUrl: string | null;
  charge: Charge | null;
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly created: number;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  readonly subscriptionId: string | null;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  lines: Line[];
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  paidAt: number | null;
  /** Missing in accounts stored before it was kept. */
  finalizedAt?: number;
  attempts: number;
  /** When a draft becomes final, or the next attempt. */
  dueAt: number | null;
  payment: Payment | null;
}

export interface Subscription {
  readonly id: string;
  readonly itemId: string;
  readonly created: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  priceId: string;
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled';
  periodStart: number;
  periodEnd: number;
  /** Day of the month on which periods begin; the month's last day if it has no such day. */
  anchorDay: number;
  trialStart: number | null;
  trialEnd: number | null;
  hasWarned: boolean;
  cancelAt: number | null;
  cancelAtPeriodEnd: boolean;
  /** Missing in accounts stored before it was kept. */
  cancelReason?: string;
  endedAt: number | null;
  methodId: string | null;
  latestInvoiceId: string | null;
  schedule: Schedule | null;
  pending: PendingUpdate | null;
}

/** A change that waits for its payment. */
export interface PendingUpdate {
  readonly invoiceId: string;
  readonly priceId: string;
  readonly endsTrial: boolean;
  readonly expiresAt: number;
}

export interface Schedule {
  readonly id: string;
  readonly created: number;
  metadata: Readonly<Record<string, string>>;
  phases: readonly { readonly priceId: string; readonly start: number; readonly end: number }[];
}

interface TaxId {
  readonly id: string;
  readonly type: string;
  readonly value: string;
  readonly created: number;
}

/** A customer with everything owned: the unit of one transaction. */
export interface Account {
  readonly id: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** Source of ids. */
  counter: number;
  name: string | null;
  email: string | null;
  address: Readonly<Record<string, string>> | null;
  currency: string | null;
  methodId: string | null;
  taxIds: TaxId[];
  methods: Method[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  /** Setup intents. */
  setups: { readonly id: string; readonly secret: string; status: 'requires_payment_method' | 'succeeded' }[];
  /** The next payment is declined, whatever its method. */
  failsNext: boolean;
}

interface Happened {
  readonly type: string;
  readonly objectId: string;
  readonly at: number;
}

/** Scope of a command, which changes `account` and `now` and does no I/O. */
export interface World {
  readonly account: Account;
  readonly prices: ReadonlyMap<string, CatalogPrice>;
  now: number;
  readonly happened: Happened[];
}

/** A refusal in Stripe's words. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    body: { readonly type: string; readonly message: string; readonly [key: string]: unknown },
  ) {
    super(body.message);
    this.name = 'StripeRefusal';
    this.status = status;
    this.body = body;
  }
}

export const invalid = (message: string, more: object = {}): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more });

export const missing = (what: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  });

/** Length of the customer's part at the start of all ids below a customer. */
const KEY_LENGTH = 14;

export function newId({ account }: World, prefix: string): string {
  account.counter += 1;
  return `${prefix}_${account.id.slice('cus_'.length)}${account.counter.toString(36).padStart(4, '0')}`;
}

/** Customer of an object or client secret. */
export function customerIdOf(id: string): string {
  const part = id.split('_secret_')[0]?.split('_').at(-1) ?? '';
  return `cus_${part.slice(0, KEY_LENGTH)}`;
}

export const newCustomerId = (randomHex: string): string => `cus_${randomHex.slice(0, KEY_LENGTH)}`;

export function emit(world: World, type: string, objectId: string): void {
  world.happened.push({ type, objectId, at: world.now });
}

export function findOrThrow<T extends { readonly id: string }>(list: readonly T[], id: string, what: string): T {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw missing(what, id);
  return found;
}
