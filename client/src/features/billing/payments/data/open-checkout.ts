import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../../lib/contracts/call.ts';

export const CHECKOUT_STEPS = ['SELECT_PLAN', 'BILLING', 'PAYMENT'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export const SELECT_PLAN_PATH = '/app/checkout?step=SELECT_PLAN' satisfies `${string}=${CheckoutStep}`;

export const checkoutPath = (query: Readonly<Record<string, string>>): string =>
  `/app/checkout?${new URLSearchParams(query).toString()}`;

/**
 * Opens the checkout of a first plan by a full page load, since only its pages may load the payment provider's script.
 * Prepares a plan's payment on the way, but not a trial's: whether there is one depends on the card.
 * @throws Failure
 */
export async function openCheckout({ id: priceId, name: priceName, currency }: PriceAnswer): Promise<void> {
  if (priceName === 'trial') {
    location.assign(checkoutPath({ priceId, priceName }));
    return;
  }
  const { clientSecret } = await call(subscriptionContracts.createIntent, { body: { priceId, currency } });
  location.assign(checkoutPath({ priceId, clientSecret, priceName }));
}
