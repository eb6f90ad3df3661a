import type { Config } from '@clearcut/platform/config/config';
import type { Database } from '@clearcut/platform/database/database';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import { LAST_RETRY_DAY } from '@clearcut/sandbox/engine/time';
import { createStandIn, SANDBOX_KEYS, type StripeStandIn } from '@clearcut/sandbox/stand-in';

export interface Payments {
  readonly provider: PaymentProvider;
  readonly standIn: StripeStandIn | undefined;
}

export const webhookPath = '/api/stripe/webhook/';

export async function openPayments({
  config,
  database,
  origin,
}: {
  readonly config: Config;
  readonly database: Database;
  readonly origin: () => string;
}): Promise<Payments | undefined> {
  const { stripe, sandbox, hasCredits, stripeTax: automaticTax } = config;
  if (!hasCredits || (stripe === undefined && !sandbox)) return undefined;
  // The client takes half a second to load.
  const { createStripePayments } = await import('@clearcut/platform/payments/stripe/stripe-payments');
  const returnUrl = (): string => `${config.hosts?.checkout ?? origin()}/app/checkout/return`;
  if (stripe !== undefined) {
    const mode = stripe.secretKey.includes('_live_') ? 'live' : 'test';
    return { provider: createStripePayments({ ...stripe, mode, automaticTax, returnUrl }), standIn: undefined };
  }
  const standIn = await createStandIn(database);
  const { fetch, now } = standIn;
  const provider = createStripePayments({
    ...SANDBOX_KEYS,
    mode: 'sandbox',
    automaticTax: false,
    retryDays: LAST_RETRY_DAY,
    returnUrl,
    fetch,
    now,
  });
  await provider.setUp(await readCatalogue(config.billingCatalogue), undefined);
  return { provider, standIn };
}
