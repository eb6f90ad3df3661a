import { PRICE_NAMES } from '@clearcut/schemas/subscription/prices';
import type { Stripe } from 'stripe';
import type { Price } from '../port.ts';

const CACHE_MS = 5 * 60 * 1000;

interface KnownPrices {
  readonly ours: readonly Price[];
  readonly byId: ReadonlyMap<string, Price>;
}

export interface PriceList {
  all(): Promise<KnownPrices>;
  /** Refetches: another process may have just created the price, and its payment would grant nothing. */
  including(ids: readonly string[]): Promise<KnownPrices>;
}

interface Kept extends KnownPrices {
  readonly until: number;
  readonly ids: ReadonlySet<string>;
}

export function createPriceList(stripe: Stripe): PriceList {
  let kept: Kept | undefined;

  async function fetched(): Promise<Kept> {
    const found = await stripe.prices
      .list({ limit: 100, expand: ['data.currency_options'] })
      .autoPagingToArray({ limit: 1_000 });
    const ours = found.flatMap(priceOf);
    const byId = new Map(ours.map((price) => [price.id, price]));
    return { until: performance.now() + CACHE_MS, ours, byId, ids: new Set(found.map(({ id }) => id)) };
  }

  const list = {
    async all() {
      if (kept === undefined || kept.until < performance.now()) kept = await fetched();
      return kept;
    },
    async including(ids: readonly string[]) {
      const { ids: known } = await list.all();
      if (!ids.every((id) => known.has(id))) kept = await fetched();
      return list.all();
    },
  };
  return list;
}

function priceOf(price: Stripe.Price): Price[] {
  const name = PRICE_NAMES.find((one) => one === (price.metadata['name'] ?? price.lookup_key));
  if (name === undefined) return [];
  const options = Object.entries(price.currency_options ?? {}).map(([currency, { unit_amount: amount }]) => [
    currency,
    amount ?? 0,
  ]);
  return [
    {
      id: price.id,
      name,
      active: price.active && price.lookup_key === name,
      interval: price.recurring === null ? null : 'month',
      amounts: { ...Object.fromEntries(options), [price.currency]: price.unit_amount ?? 0 },
    },
  ];
}
