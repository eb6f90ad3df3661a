import { isPlanPrice, PRICE_NAMES, type PriceName } from '@clearcut/schemas/subscription/prices';
import type { Stripe } from 'stripe';
import type { Catalogue, SetUp } from '../port.ts';
import { API_VERSION, HINT_TYPES, OUR_SOURCE } from './names.ts';

interface Done {
  readonly made: string[];
  readonly changed: string[];
}

/**
 * Prices are immutable: another amount is a new price of the same name.
 * @throws Error for a foreign object with our name
 */
export async function setUp(stripe: Stripe, catalogue: Catalogue, webhookUrl: string | undefined): Promise<SetUp> {
  const done: Done = { made: [], changed: [] };
  await ensurePrices(stripe, catalogue, done);
  await ensurePortal(stripe, done);
  const webhookSecret = webhookUrl === undefined ? null : await ensureWebhook(stripe, webhookUrl, done);
  return { ...done, webhookSecret };
}

async function ensurePrices(stripe: Stripe, { currencies, prices }: Catalogue, done: Done): Promise<void> {
  const existing = await findPrices(stripe);
  const foreign = existing.find(({ metadata }) => metadata['source'] !== OUR_SOURCE);
  if (foreign !== undefined) {
    throw new Error(
      `The price ${foreign.id} of this Stripe account has the lookup key ${foreign.lookup_key}, which is Clearcut's, and Clearcut did not make it. ` +
        'Rename its key, or use an account of its own.',
    );
  }
  const [standard = 'usd', ...others] = currencies;
  for (const name of PRICE_NAMES) {
    const amounts = prices[name];
    if (amounts === undefined) continue;
    const product = await ensureProduct(stripe, name, done);
    const before = existing.find((price) => price.lookup_key === name);
    if (before !== undefined && hasAmounts(before, amounts, currencies)) continue;
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
    done.made.push(`price ${name}`);
    if (before !== undefined) await stripe.prices.update(before.id, { active: false });
  }
}

/** Stripe takes ten keys at most. */
const KEYS_A_CALL = 10;

async function findPrices(stripe: Stripe): Promise<Stripe.Price[]> {
  const found: Stripe.Price[] = [];
  for (let start = 0; start < PRICE_NAMES.length; start += KEYS_A_CALL) {
    const { data } = await stripe.prices.list({
      active: true,
      lookup_keys: PRICE_NAMES.slice(start, start + KEYS_A_CALL),
      limit: 100,
      expand: ['data.currency_options'],
    });
    found.push(...data);
  }
  return found;
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

/** Archived products take no subscriptions. */
async function ensureProduct(stripe: Stripe, priceName: PriceName, done: Done): Promise<string> {
  const id = `clearcut_${priceName}`;
  const name = `Clearcut ${priceName.replace('_', ' ')}`;
  const [before] = (await stripe.products.list({ ids: [id] })).data;
  if (before === undefined) {
    await stripe.products.create({ id, name, metadata: { source: OUR_SOURCE } });
    done.made.push(`product ${id}`);
  } else if (before.name !== name || !before.active) {
    await stripe.products.update(id, { name, active: true });
    done.changed.push(`product ${id}`);
  }
  return id;
}

/** Plans change on our own pages. */
const PORTAL = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

async function ensurePortal(stripe: Stripe, done: Done): Promise<void> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const before = data.find(({ metadata }) => metadata?.['source'] === OUR_SOURCE);
  if (before === undefined) {
    await stripe.billingPortal.configurations.create({ features: PORTAL, metadata: { source: OUR_SOURCE } });
    done.made.push('portal configuration');
    return;
  }
  const { features } = before;
  const names = Object.keys(PORTAL) as (keyof typeof PORTAL)[];
  if (names.every((name) => features[name].enabled === PORTAL[name].enabled)) return;
  await stripe.billingPortal.configurations.update(before.id, { features: PORTAL });
  done.changed.push('portal configuration');
}

/** @returns the secret of a webhook created now */
async function ensureWebhook(stripe: Stripe, url: string, done: Done): Promise<string | null> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const before = data.find((endpoint) => endpoint.url === url);
  if (before === undefined) {
    const { secret = null } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...HINT_TYPES],
      api_version: API_VERSION,
      metadata: { source: OUR_SOURCE },
    });
    done.made.push(`webhook ${url}`);
    return secret;
  }
  const tells = new Set<string>(before.enabled_events);
  const isSame = tells.size === HINT_TYPES.length && HINT_TYPES.every((type) => tells.has(type));
  if (!isSame || before.status === 'disabled') {
    await stripe.webhookEndpoints.update(before.id, { enabled_events: [...HINT_TYPES], disabled: false });
    done.changed.push(`webhook ${url}`);
  }
  return null;
}
