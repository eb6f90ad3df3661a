import { type CatalogPrice, invalid, type Invoice, type Line, newId, type World } from './model.ts';

export const DAY = 24 * 60 * 60;
export const HOUR = 60 * 60;

/**
 * A month later, on the anchor's day or the month's last. Source: docs.stripe.com/billing/subscriptions/billing-cycle.
 */
export function addMonth(seconds: number, anchorDay: number): number {
  const date = new Date(seconds * 1000);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, Math.min(anchorDay, last));
  return date.getTime() / 1000;
}

export const dayOf = (seconds: number): number => new Date(seconds * 1000).getUTCDate();

export function amountOf(price: CatalogPrice, currency: string): number {
  const amount = price.currency === currency ? price.unitAmount : price.options[currency];
  if (amount === undefined) throw invalid(`The price ${price.id} has no amount in ${currency}`, { param: 'currency' });
  return amount;
}

export function priceOf({ prices }: World, id: string): CatalogPrice {
  const price = prices.get(id);
  if (price === undefined)
    throw invalid(`No such price: '${id}'`, { code: 'resource_missing', param: 'items[0][price]' });
  return price;
}

export function lineOf(world: World, line: Omit<Line, 'id'>): Line {
  return { id: newId(world, 'il'), ...line };
}

/** Refunds the rest of a period at one price and charges it at the other, by the second, like Stripe. */
export function prorations(
  world: World,
  {
    from,
    to,
    currency,
    at,
    start,
    end,
  }: { from: string; to: string; currency: string; at: number; start: number; end: number },
): Line[] {
  const left = (amount: number): number => Math.round((amount * (end - at)) / (end - start));
  const period = { proration: true, from: at, to: end };
  return [
    lineOf(world, { ...period, priceId: from, amount: 0 - left(amountOf(priceOf(world, from), currency)) }),
    lineOf(world, { ...period, priceId: to, amount: left(amountOf(priceOf(world, to), currency)) }),
  ];
}

export const totalOf = ({ lines }: Pick<Invoice, 'lines'>): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
