import { CatalogueError } from '@clearcut/schemas/errors';
import { cardErrorOf } from '@clearcut/schemas/subscription/card-errors';
import { Stripe } from 'stripe';

/** @throws CatalogueError for refusals; the original for our mistakes */
export async function translated<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new CatalogueError(cardErrorOf(error.decline_code, error.code), { cause: error });
  }
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError) {
    return new CatalogueError('billing_unavailable', { cause: error });
  }
  if (error instanceof Stripe.errors.StripeAPIError) return new CatalogueError('billing_unavailable', { cause: error });
  if (error instanceof Stripe.errors.StripeError && error.code === UNDER_WAY) {
    return new CatalogueError('subscription_pending', { cause: error });
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.code === 'tax_id_invalid') return new CatalogueError('vat_number_invalid', { cause: error });
  }
  return error;
}

export const isOldAnswer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.headers?.['idempotent-replayed'] === 'true' || (isOfKey(error) && error.code !== UNDER_WAY));

const UNDER_WAY = 'idempotency_key_in_use';

const isOfKey = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError;

/** Error codes of work already done. */
export const unless =
  (code: string) =>
  (error: unknown): undefined => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code) return undefined;
    throw error;
  };
