import { randomUUID } from 'node:crypto';
import { createStandIn, SANDBOX_KEYS, type StripeStandIn } from '@clearcut/sandbox/stand-in';
import { projectRoot } from '@clearcut/platform/config/project';
import type { Database } from '@clearcut/platform/database/database';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import type { PaymentProvider, Price, SubscriptionFacts } from '@clearcut/platform/payments/port';
import { createStripePayments } from '@clearcut/platform/payments/stripe/stripe-payments';
import type { PriceName } from '@clearcut/schemas/subscription/prices';

export const DAY = 24 * 60 * 60;

export interface Till {
  readonly provider: PaymentProvider;
  readonly priceOf: (name: PriceName) => Promise<Price>;
  /** Moves a customer's clock; what falls due happens. */
  advance(customerId: string, seconds: number): Promise<void>;
}

export interface StandInTill extends Till {
  readonly standIn: StripeStandIn;
  /** Pays like a browser, with only the secret. */
  confirm(clientSecret: string, paymentMethodId: string): Promise<void>;
}

/** The Stripe adapter in front of the stand-in, with the catalogue set up. */
export async function openTill(database: Database): Promise<StandInTill> {
  const standIn = await createStandIn(database);
  const provider = createStripePayments({
    ...SANDBOX_KEYS,
    mode: 'sandbox',
    automaticTax: false,
    returnUrl: () => 'http://localhost/app/billing',
    fetch: standIn.fetch,
    now: standIn.now,
  });
  await provider.setUp(await readCatalogue(`${projectRoot}/billing/catalogue.json`), undefined);
  return {
    provider,
    standIn,
    priceOf: pricesOf(provider),
    advance: (_customerId, seconds) => standIn.advance(seconds),
    async confirm(clientSecret, paymentMethodId) {
      const id = clientSecret.split('_secret_')[0] ?? '';
      const fields = { client_secret: clientSecret, payment_method: paymentMethodId, return_url: 'http://localhost' };
      const answer = await standIn.fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SANDBOX_KEYS.publishableKey}` },
        body: new URLSearchParams(fields),
      });
      if (!answer.ok) throw new Error(`The payment was answered ${answer.status}: ${await answer.text()}`);
    },
  };
}

export const pricesOf =
  (provider: PaymentProvider) =>
  async (name: PriceName): Promise<Price> => {
    const found = (await provider.prices()).find((price) => price.name === name && price.active);
    if (found === undefined) throw new Error(`There is no price ${name}`);
    return found;
  };

/** A customer with a subscription begun with this payment method. */
export async function subscribed(
  till: Till,
  {
    price = 'starter',
    pm = 'pm_card_visa',
    trial = false,
  }: { price?: PriceName; pm?: string | undefined; trial?: boolean } = {},
) {
  const { provider, priceOf } = till;
  const teamId = randomUUID();
  const attemptId = randomUUID();
  const customerId = await provider.createCustomer(teamId);
  const order = {
    customerId,
    teamId,
    attemptId,
    currency: 'usd',
    paymentMethodId: (await provider.attach(customerId, pm)).id,
    priceId: (await priceOf(price)).id,
    trial: trial ? { priceId: (await priceOf('trial')).id, days: 7 } : null,
  };
  const step = await provider.subscribe(order);
  const subscription = async (): Promise<SubscriptionFacts> => {
    const [found] = (await provider.snapshot(customerId)).subscriptions;
    if (found === undefined) throw new Error('There is no subscription');
    return found;
  };
  return {
    customerId,
    teamId,
    order,
    step,
    subscription,
    snapshot: () => provider.snapshot(customerId),
    advance: (seconds: number) => till.advance(customerId, seconds),
  };
}
