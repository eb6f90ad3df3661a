import type { Stripe } from '@stripe/stripe-js';
// Free of side effects: the other entry loads Stripe's script on import.
import { loadStripe } from '@stripe/stripe-js/pure';
import { Failure } from '../../../../../lib/errors/failure.ts';

let loading: { readonly key: string; readonly stripe: Promise<Stripe> } | undefined;

/**
 * Loads Stripe's script from their host, as they require. Only payment pages may.
 * @throws Failure billing_unavailable; the next call retries
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
