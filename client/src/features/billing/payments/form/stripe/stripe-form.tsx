import Box from '@mui/material/Box';
import { cardErrorOf } from '@clearcut/schemas/subscription/card-errors';
import type { Stripe, StripeElementLocale, StripeElements, StripeError } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../../../lib/errors/failure.ts';
import { LoadFailed } from '../../../../../ui/page/LoadFailed.tsx';
import type { Confirmation, PaymentFieldsProps, PaymentFormAdapter, Purpose } from '../port.ts';
import { loadOnce } from './load.ts';

/** Stripe's Payment Element, in their frame. */
function StripeFields({ purpose, publishableKey, handle }: PaymentFieldsProps) {
  const { t, i18n } = useTranslation('payments');
  const place = useRef<HTMLDivElement>(null);
  const elements = useRef<StripeElements | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const { language } = i18n;
  const text = JSON.stringify(purpose);

  useEffect(() => {
    let isGone = false;
    let unmount = (): void => undefined;
    const mount = async () => {
      const stripe = await loadOnce(publishableKey);
      if (isGone || place.current === null) return;
      const made = elementsFor(stripe, JSON.parse(text) as Purpose, language);
      const element = made.create('payment');
      element.mount(place.current);
      elements.current = made;
      unmount = () => element.destroy();
    };
    mount().catch((error: unknown) => setFailure(error));
    return () => {
      isGone = true;
      elements.current = undefined;
      unmount();
    };
    // Every attempt runs again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [publishableKey, text, language, attempt]);

  useImperativeHandle(handle, () => ({
    take: async () => {
      if (elements.current === undefined) return undefined;
      return take(publishableKey, purpose, elements.current);
    },
  }));
  if (failure !== undefined) {
    const again = () => {
      setFailure(undefined);
      setAttempt((before) => before + 1);
    };
    return <LoadFailed title={t('form.failed')} error={failure} onAgain={again} />;
  }
  return <Box ref={place} sx={{ minHeight: 220 }} />;
}

function elementsFor(stripe: Stripe, purpose: Purpose, language: string): StripeElements {
  const theme = document.documentElement.dataset['theme'] === 'dark' ? 'night' : 'stripe';
  // Stripe falls back to English for an unknown language.
  const look = { locale: language as StripeElementLocale, appearance: { theme } } as const;
  if (purpose.kind === 'keep') return stripe.elements({ ...look, clientSecret: purpose.clientSecret });
  const { amount, currency } = purpose;
  return stripe.elements({
    ...look,
    mode: 'subscription',
    amount,
    currency,
    paymentMethodCreation: 'manual',
    allowedPaymentMethodTypes: ['card', 'paypal'],
  });
}

async function take(key: string, purpose: Purpose, elements: StripeElements): Promise<string | undefined> {
  const stripe = await loadOnce(key);
  // Stripe's frame shows missing or wrong input beside its field.
  if ((await elements.submit()).error !== undefined) return undefined;
  if (purpose.kind === 'pay') {
    const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
    if (error !== undefined) throw failureOf(error);
    return paymentMethod.id;
  }
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: location.href },
    redirect: 'if_required',
  });
  if (error !== undefined) throw failureOf(error);
  const { payment_method: method } = setupIntent;
  return typeof method === 'string' ? method : method?.id;
}

/** Shows the bank's challenge in a frame, or leaves for PayPal, which returns. */
async function confirm({ clientSecret, redirectUrl, publishableKey }: Confirmation): Promise<void> {
  if (redirectUrl !== null) {
    location.assign(redirectUrl);
    return new Promise(() => undefined);
  }
  const stripe = await loadOnce(publishableKey);
  const { error } = await stripe.handleNextAction({ clientSecret });
  if (error !== undefined) throw failureOf(error);
}

function failureOf({ type, decline_code, code, message }: StripeError): Failure {
  if (type === 'card_error' || type === 'validation_error')
    return new Failure(cardErrorOf(decline_code, code), { status: 402 });
  return new Failure('billing_unavailable', { message, cause: code });
}

export const stripeForm: PaymentFormAdapter = { Fields: StripeFields, confirm };
