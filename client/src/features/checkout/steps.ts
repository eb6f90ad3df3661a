import { CHECKOUT_STEPS, type CheckoutStep } from '../payments/data/open-checkout.ts';

/** What the address of the checkout says. */
export type Place =
  { readonly step: 'SELECT_PLAN' } | { readonly step: Exclude<CheckoutStep, 'SELECT_PLAN'>; readonly priceId: string };

/**
 * Where in the checkout an address leads; undefined when it names no valid step (docs/product.md, Pages: the billing page then).
 * An address with a price alone, as the page before the checkout makes it, begins with the billing details.
 */
export function placeOf(query: URLSearchParams): Place | undefined {
  const priceId = query.get('priceId') ?? '';
  const named = query.get('step');
  const step = CHECKOUT_STEPS.find((one) => one === named);
  if (step === 'SELECT_PLAN') return { step };
  if (!/^\w{1,255}$/.test(priceId)) return undefined;
  if (named === null) return { step: 'BILLING', priceId };
  return step === undefined ? undefined : { step, priceId };
}
