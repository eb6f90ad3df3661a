import type { ErrorCode } from '../errors.ts';

export const CARD_ERRORS = [
  'amex_not_accepted',
  'card_declined',
  'card_declined_too_often',
  'card_expired',
  'card_cvc_incorrect',
  'card_number_incorrect',
  'card_postal_code_incorrect',
  'card_insufficient_funds',
  'card_expiry_month_invalid',
  'card_expiry_year_invalid',
  'card_processing_error',
  'card_authentication_failed',
  'payment_try_another_method',
] as const satisfies readonly ErrorCode[];
export type CardError = (typeof CARD_ERRORS)[number];

/** Stripe's `decline_code`, then its `code` (https://docs.stripe.com/declines/codes); others are `card_declined`. */
const CARD_CODES: Readonly<Record<string, CardError>> = {
  insufficient_funds: 'card_insufficient_funds',
  expired_card: 'card_expired',
  incorrect_cvc: 'card_cvc_incorrect',
  invalid_cvc: 'card_cvc_incorrect',
  incorrect_number: 'card_number_incorrect',
  invalid_number: 'card_number_incorrect',
  incorrect_zip: 'card_postal_code_incorrect',
  incorrect_postal_code: 'card_postal_code_incorrect',
  postal_code_invalid: 'card_postal_code_incorrect',
  invalid_expiry_month: 'card_expiry_month_invalid',
  invalid_expiry_year: 'card_expiry_year_invalid',
  processing_error: 'card_processing_error',
  try_again_later: 'card_processing_error',
  issuer_not_available: 'card_processing_error',
  reenter_transaction: 'card_processing_error',
  card_decline_rate_limit_exceeded: 'card_declined_too_often',
  authentication_required: 'card_authentication_failed',
  payment_intent_authentication_failure: 'card_authentication_failed',
  setup_intent_authentication_failure: 'card_authentication_failed',
  payment_method_provider_decline: 'payment_try_another_method',
  payment_method_customer_decline: 'payment_try_another_method',
  card_not_supported: 'payment_try_another_method',
  currency_not_supported: 'payment_try_another_method',
};

/** Hides why a bank considers a card stolen, lost or suspicious. */
export function cardErrorOf(declineCode: string | undefined, code: string | undefined): CardError {
  return CARD_CODES[declineCode ?? ''] ?? CARD_CODES[code ?? ''] ?? 'card_declined';
}
