import { CHECKOUT_STEPS, type CheckoutStep } from '../payments/data/open-checkout.ts';

export type Place =
  | { readonly step: 'SELECT_PLAN' }
  | { readonly step: Exclude<CheckoutStep, 'SELECT_PLAN'>; readonly priceId: string };

/**
 * Undefined when the address names no valid step (docs/product.md, Pages: then the billing page). An address with only
 * a price, as made by the page before the checkout, starts with the billing details.
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
