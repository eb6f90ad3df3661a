import { CatalogueError } from '@clearcut/schemas/errors';
import { cardErrorOf } from '@clearcut/schemas/subscription/card-errors';
import type { Stripe } from 'stripe';
import type { PaymentStep } from '../port.ts';

export const SUCCEEDED: PaymentStep = { status: 'succeeded', clientSecret: null, redirectUrl: null };

const intentOf = (clientSecret: string): string => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

/** @throws CatalogueError for a refused card */
export async function stepOfInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<PaymentStep> {
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (invoice.status === 'paid' || clientSecret === undefined) return SUCCEEDED;
  return stepOf(await stripe.paymentIntents.retrieve(intentOf(clientSecret)));
}

/** @throws CatalogueError for the card */
export async function confirm(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  paymentMethodId: string | undefined,
  returnUrl: string,
): Promise<PaymentStep> {
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (invoice.status === 'paid' || clientSecret === undefined) return SUCCEEDED;
  if (paymentMethodId === undefined) return { status: 'requires_payment_method', clientSecret, redirectUrl: null };
  // It may be a stored answer.
  const intent = await stripe.paymentIntents.retrieve(intentOf(clientSecret));
  if (intent.status === 'succeeded' || intent.status === 'processing') return stepOf(intent);
  const confirming = stripe.paymentIntents.confirm(intent.id, {
    payment_method: paymentMethodId,
    return_url: returnUrl,
  });
  const confirmed = await confirming.catch((error: unknown) => {
    // Another tab confirmed it.
    if ((error as { code?: unknown }).code !== 'payment_intent_unexpected_state') throw error;
    return stripe.paymentIntents.retrieve(intent.id);
  });
  return stepOf(confirmed);
}

function stepOf(intent: Stripe.PaymentIntent): PaymentStep {
  const { client_secret: clientSecret, status } = intent;
  if (status === 'succeeded') return SUCCEEDED;
  if (status === 'processing') return { status: 'processing', clientSecret, redirectUrl: null };
  if (status === 'requires_action') {
    return { status: 'requires_action', clientSecret, redirectUrl: intent.next_action?.redirect_to_url?.url ?? null };
  }
  const refusal = intent.last_payment_error;
  if (refusal !== null) throw new CatalogueError(cardErrorOf(refusal.decline_code, refusal.code));
  return { status: 'requires_payment_method', clientSecret, redirectUrl: null };
}
