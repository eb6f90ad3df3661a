import type { PaymentConfig } from '@clearcut/schemas/subscription/http';
import { addTexts } from '../../../../lib/i18n/i18n.ts';
import type { PaymentFormAdapter } from './port.ts';

/** Loads only the form of the configured provider. */
export async function loadAdapter({ mode }: Pick<PaymentConfig, 'mode'>): Promise<PaymentFormAdapter> {
  if (mode !== 'sandbox') return (await import('./stripe/stripe-form.tsx')).stripeForm;
  const [{ sandboxForm }] = await Promise.all([import('./sandbox/sandbox-form.tsx'), addTexts('payments-sandbox')]);
  return sandboxForm;
}
