import { CatalogueError } from '@clearcut/schemas/errors';
import { Stripe } from 'stripe';
import type { PaymentProvider } from '../port.ts';
import { changesOf, keyOf, PAYABLE, payable } from './changes.ts';
import { translated, unless } from './errors.ts';
import { hintOf } from './hints.ts';
import { API_VERSION, HINT_TYPES, OUR_SOURCE } from './names.ts';
import { attach, payingMethodOf, list } from './payment-methods.ts';
import { createPriceList } from './price-list.ts';
import { setUp } from './set-up.ts';
import { intentsOf, readSnapshot } from './snapshot.ts';
import { confirm, SUCCEEDED } from './steps.ts';
import { setTaxDetails } from './tax.ts';

export interface StripeOptions {
  readonly mode: PaymentProvider['mode'];
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Anyone could sign with an empty secret. */
  readonly webhookSecret: string | undefined;
  readonly automaticTax: boolean;
  /** By the account's settings. */
  readonly retryDays?: number;
  readonly returnUrl: () => string;
  readonly fetch?: typeof fetch;
  readonly now?: () => Promise<Date>;
}

const MOST_HINTS = 10_000;
const METHODS: Stripe.SubscriptionCreateParams.PaymentSettings.PaymentMethodType[] = ['card', 'paypal'];
/** Below two minutes with retries; then another attempt may begin. */
const TIMEOUT_MS = 30_000;
/** Stripe's default. */
const STRIPE_RETRIES_DAYS = 14;

export function createStripePayments(options: StripeOptions): PaymentProvider {
  const { mode, returnUrl, retryDays = STRIPE_RETRIES_DAYS } = options;
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(options.fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  });
  const tax = { automatic_tax: { enabled: options.automaticTax } };
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
    async subscribe({ customerId, teamId, attemptId, currency, paymentMethodId, priceId, trial }) {
      const subscription = await stripe.subscriptions.create(
        {
          customer: customerId,
          currency,
          items: [{ price: priceId }],
          ...(trial === null
            ? {}
            : {
                trial_period_days: trial.days,
                add_invoice_items: [{ price: trial.priceId }],
                trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
              }),
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: METHODS },
          billing_mode: { type: 'flexible' },
          metadata: { teamId, attemptId },
          expand: PAYABLE,
          ...tax,
        },
        keyOf(attemptId, 'subscribe'),
      );
      return confirm(stripe, payable(subscription), paymentMethodId, returnUrl());
    },
    async buy({ customerId, teamId, attemptId, currency, paymentMethodId, priceId }) {
      const draft = await stripe.invoices.create(
        {
          customer: customerId,
          currency,
          pending_invoice_items_behavior: 'exclude',
          auto_advance: false,
          metadata: { teamId, attemptId },
          ...tax,
        },
        keyOf(attemptId, 'invoice'),
      );
      if (draft.status === 'draft') {
        await stripe.invoices.addLines(
          draft.id,
          { lines: [{ pricing: { price: priceId }, quantity: 1 }] },
          keyOf(attemptId, 'lines'),
        );
      }
      const invoice = await stripe.invoices.finalizeInvoice(
        draft.id,
        { expand: ['confirmation_secret'] },
        keyOf(attemptId, 'finalize'),
      );
      return confirm(
        stripe,
        invoice,
        paymentMethodId ?? (await payingMethodOf(stripe, customerId)) ?? undefined,
        returnUrl(),
      );
    },
    ...changesOf(stripe, now, prices),
    async refund(invoiceId) {
      const [intent] = intentsOf(await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
      if (intent === undefined) throw new Error(`${invoiceId} was not paid by a payment that could be given back`);
      await stripe.refunds
        .create({ payment_intent: intent }, keyOf(invoiceId, 'refund'))
        .catch(unless('charge_already_refunded'));
    },
    async withdraw({ invoiceId, subscriptionId }) {
      // A paid invoice cannot be voided: people keep what they paid for in another tab.
      const { status } = await stripe.invoices.voidInvoice(invoiceId).catch(() => stripe.invoices.retrieve(invoiceId));
      if (status !== 'void') return false;
      if (subscriptionId !== null) await provider.cancelNow(subscriptionId);
      return true;
    },
    async pay(invoiceId, paymentMethodId) {
      const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] });
      if (invoice.status === 'paid') return SUCCEEDED;
      const customer = typeof invoice.customer === 'string' ? invoice.customer : invoice.customer?.id;
      const standard = customer === undefined ? null : await payingMethodOf(stripe, customer);
      return confirm(stripe, invoice, paymentMethodId ?? standard ?? undefined, returnUrl());
    },
    async setupIntent(customer) {
      const intent = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card', 'paypal'],
      });
      if (intent.client_secret === null) throw new Error(`${intent.id} came without its secret`);
      return { clientSecret: intent.client_secret };
    },
    attach: (customerId, paymentMethodId) => attach(stripe, customerId, paymentMethodId),
    paymentMethods: (customerId) => list(stripe, customerId),
    async setDefaultPaymentMethod(customer, paymentMethodId, subscriptionId) {
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: paymentMethodId } });
      if (subscriptionId === undefined) return;
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId });
    },
    async detach(paymentMethodId) {
      await stripe.paymentMethods.detach(paymentMethodId);
    },
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
    async readWebhook(body, signature) {
      const { webhookSecret } = options;
      if (webhookSecret === undefined) throw new CatalogueError('webhook_signature_invalid');
      return hintOf(stripe, eventOf(stripe, body, signature, webhookSecret));
    },
    async hintsSince(since) {
      const found = await stripe.events
        .list({ created: { gte: Math.floor(since.getTime() / 1000) }, types: [...HINT_TYPES], limit: 100 })
        .autoPagingToArray({ limit: MOST_HINTS });
      const hints = await Promise.all(found.map((event) => hintOf(stripe, event)));
      return hints.toReversed();
    },
    setUp: (catalogue, webhookUrl) => setUp(stripe, catalogue, webhookUrl),
  };
  return allTranslated(provider);
}

function eventOf(stripe: Stripe, body: Buffer, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    throw new CatalogueError('webhook_signature_invalid', { cause: error });
  }
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
