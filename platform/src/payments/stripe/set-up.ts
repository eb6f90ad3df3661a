import { isPlanPrice, PRICE_NAMES, type PriceName } from '@clearcut/schemas/subscription/prices';
import type { Stripe } from 'stripe';
import type { Catalogue, SetUp } from '../port.ts';
import { HINT_TYPES, OUR_SOURCE } from './names.ts';

/**
 * Brings Stripe to what the catalogue says. A price cannot be changed there: another amount is a new price under the same name, and
 * subscriptions stay under the old one.
 */
export async function setUp(
  stripe: Stripe,
  { currencies, prices }: Catalogue,
  webhookUrl: string | undefined,
): Promise<SetUp> {
  const made: string[] = [];
  const { data: existing } = await stripe.prices.list({ active: true, limit: 100, expand: ['data.currency_options'] });
  const [standard = 'usd', ...others] = currencies;
  for (const name of PRICE_NAMES) {
    const amounts = prices[name];
    const before = existing.find((price) => price.lookup_key === name);
    if (before !== undefined && hasAmounts(before, amounts, currencies)) continue;
    const product = await productOf(stripe, name, made);
    await stripe.prices.create({
      product,
      currency: standard,
      unit_amount: amounts[standard] ?? 0,
      currency_options: Object.fromEntries(others.map((one) => [one, { unit_amount: amounts[one] ?? 0 }])),
      lookup_key: name,
      transfer_lookup_key: true,
      metadata: { source: OUR_SOURCE, name },
      ...(isPlanPrice(name) ? { recurring: { interval: 'month' } } : {}),
    });
    made.push(`price ${name}`);
    if (before !== undefined) await stripe.prices.update(before.id, { active: false });
  }
  await makePortal(stripe, made);
  const webhookSecret = webhookUrl === undefined ? null : await makeWebhook(stripe, webhookUrl, made);
  return { made, webhookSecret };
}

function hasAmounts(
  price: Stripe.Price,
  amounts: Readonly<Record<string, number>>,
  currencies: readonly string[],
): boolean {
  return currencies.every(
    (currency) =>
      (price.currency === currency ? price.unit_amount : price.currency_options?.[currency]?.unit_amount) ===
      amounts[currency],
  );
}

async function productOf(stripe: Stripe, name: PriceName, made: string[]): Promise<string> {
  const id = `clearcut_${name}`;
  const { data } = await stripe.products.list({ ids: [id] });
  if (data.length > 0) return id;
  await stripe.products.create({ id, name: `Clearcut ${name.replace('_', ' ')}`, metadata: { source: OUR_SOURCE } });
  made.push(`product ${id}`);
  return id;
}

/** For invoices and payment methods alone: plans are changed and cancelled on our own pages. */
async function makePortal(stripe: Stripe, made: string[]): Promise<void> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  if (data.some(({ metadata }) => metadata?.['source'] === OUR_SOURCE)) return;
  await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
    metadata: { source: OUR_SOURCE },
  });
  made.push('portal configuration');
}

async function makeWebhook(stripe: Stripe, url: string, made: string[]): Promise<string | null> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  if (data.some((endpoint) => endpoint.url === url)) return null;
  const { secret = null } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...HINT_TYPES],
    api_version: '2026-10-28.endive',
    metadata: { source: OUR_SOURCE },
  });
  made.push(`webhook ${url}`);
  return secret;
}
