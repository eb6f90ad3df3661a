import type { Stripe } from '@stripe/stripe-js';
// Without side effects: the other entry fetches Stripe's script as soon as it is imported.
import { loadStripe } from '@stripe/stripe-js/pure';
import { Failure } from '../../../../lib/errors/failure.ts';

let loading: { readonly key: string; readonly stripe: Promise<Stripe> } | undefined;

/**
 * Stripe's script, from their host as they ask for. Only pages that take payments may fetch it.
 * @throws Failure billing_unavailable when it does not come; the next call tries again
 */
export function loadOnce(key: string): Promise<Stripe> {
  if (loading?.key !== key) {
    const stripe = load(key);
    loading = { key, stripe };
    stripe.catch(() => (loading = undefined));
  }
  return loading.stripe;
}

async function load(key: string): Promise<Stripe> {
  const stripe = await loadStripe(key).catch((error: unknown) => {
    throw new Failure('billing_unavailable', { cause: error });
  });
  if (stripe === null) throw new Failure('billing_unavailable');
  return stripe;
}
