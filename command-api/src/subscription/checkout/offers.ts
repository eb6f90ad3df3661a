import type { PaymentProvider, Price } from '@clearcut/platform/payments/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import {
  isPackPrice,
  isPlanPrice,
  PACK_CREDITS,
  PLAN_CREDITS,
  PLAN_OF_PRICE,
  PRICE_NAMES,
  type PriceName,
} from '@clearcut/schemas/subscription/prices';

/** `service` has a price at the provider, but no page to buy it. */
const SOLD = PRICE_NAMES.filter((name) => name !== 'service');

const DEFAULT_CURRENCY = 'usd';

/** ISO 3166; others see the default currency. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'
      .split(' ')
      .map((one) => [one, 'eur']),
  ),
  GB: 'gbp',
};

export async function activePrices(provider: PaymentProvider): Promise<readonly Price[]> {
  const prices = await provider.prices();
  return SOLD.flatMap((name) => prices.find((price) => price.name === name && price.active) ?? []);
}

export async function offeredCurrencies(provider: PaymentProvider): Promise<string[]> {
  const prices = await activePrices(provider);
  const [first] = prices;
  if (first === undefined) return [];
  return Object.keys(first.amounts).filter((currency) =>
    prices.every(({ amounts }) => amounts[currency] !== undefined),
  );
}

/** The requested currency if offered, otherwise the country's, otherwise the default. */
export async function chosenCurrency(
  provider: PaymentProvider,
  { country, currency }: { readonly country?: string | undefined; readonly currency?: string | undefined },
): Promise<string> {
  const offered = await offeredCurrencies(provider);
  const wanted = [currency, CURRENCY_OF[country ?? ''], DEFAULT_CURRENCY].find(
    (one) => one !== undefined && offered.includes(one),
  );
  return wanted ?? offered[0] ?? DEFAULT_CURRENCY;
}

export function priceAnswer({ id, name, active, interval, amounts }: Price, currency: string): PriceAnswer {
  const plan = name === 'trial' ? 'trial' : isPlanPrice(name) ? PLAN_OF_PRICE[name] : null;
  const credits = isPackPrice(name) ? PACK_CREDITS[name] : plan === null ? 0 : PLAN_CREDITS[plan];
  return { id, name, plan, credits, unitAmount: amounts[currency] ?? 0, currency, interval, active };
}

/** @throws CatalogueError price_not_found */
export async function findPrice(
  provider: PaymentProvider,
  wanted: { readonly id: string } | { readonly name: PriceName },
): Promise<Price> {
  const prices = await activePrices(provider);
  const found = prices.find((price) => ('id' in wanted ? price.id === wanted.id : price.name === wanted.name));
  if (found === undefined) throw new CatalogueError('price_not_found');
  return found;
}
