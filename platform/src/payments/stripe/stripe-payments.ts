import { Stripe } from 'stripe';
import type { PaymentProvider } from '../port.ts';
import { changesOf } from './changes.ts';
import { translated } from './errors.ts';
import { hintsOf } from './hints.ts';
import { API_VERSION, OUR_SOURCE } from './names.ts';
import { paymentMethodsOf } from './payment-methods.ts';
import { createPriceList } from './price-list.ts';
import { purchasesOf } from './purchases.ts';
import { setUp } from './set-up.ts';
import { readSnapshot } from './snapshot.ts';
import { setTaxDetails } from './tax.ts';

export interface StripeOptions {
  readonly mode: PaymentProvider['mode'];
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string | undefined;
  readonly automaticTax: boolean;
  /** By the account's settings. */
  readonly retryDays?: number;
  readonly returnUrl: () => string;
  readonly fetch?: typeof fetch;
  readonly now?: () => Promise<Date>;
}

/** Below two minutes with retries; then another attempt may begin. */
const TIMEOUT_MS = 30_000;
/** Stripe's default. */
const STRIPE_RETRIES_DAYS = 14;

export function createStripePayments(options: StripeOptions): PaymentProvider {
  const { mode, retryDays = STRIPE_RETRIES_DAYS } = options;
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(options.fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
  const prices = createPriceList(stripe);

  const now = options.now ?? (async () => new Date());
  const provider: PaymentProvider = {
    mode,
    publishableKey: options.publishableKey,
    now,
    prices: async () => (await prices.all()).ours,
    async createCustomer(teamId) {
      const created = await stripe.customers.create(
        { metadata: { teamId, source: OUR_SOURCE } },
        { idempotencyKey: `cc_customer_${teamId}` },
      );
      return created.id;
    },
    snapshot: (customerId) => readSnapshot(stripe, customerId, { list: prices, retryDays }),
    ...purchasesOf(stripe, options),
    ...changesOf(stripe, now, prices),
    ...paymentMethodsOf(stripe),
    setTaxDetails: (customerId, details) => setTaxDetails(stripe, customerId, details),
    async portal(customer, backTo) {
      const configurations = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
      const ours = configurations.data.find(({ metadata }) => metadata?.['source'] === OUR_SOURCE);
      const session = await stripe.billingPortal.sessions.create({
        customer,
        return_url: backTo,
        ...(ours === undefined ? {} : { configuration: ours.id }),
      });
      return session.url;
    },
    customerUrl: (customer) =>
      mode === 'sandbox'
        ? '/dev/stripe'
        : `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}customers/${customer}`,
    ...hintsOf(stripe, options.webhookSecret),
    setUp: (catalogue, webhookUrl) => setUp(stripe, catalogue, webhookUrl),
  };
  return allTranslated(provider);
}

function allTranslated(provider: PaymentProvider): PaymentProvider {
  const entries = Object.entries(provider).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function' && name !== 'customerUrl'
      ? (...args: unknown[]) => translated(Promise.resolve(member(...args)))
      : member,
  ]);
  return Object.fromEntries(entries) as PaymentProvider;
}
