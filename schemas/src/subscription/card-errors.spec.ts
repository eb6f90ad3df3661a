import { expect, test } from 'vitest';
import { errorCatalogue } from '../errors.ts';
import { cardErrorOf } from './card-errors.ts';

/** docs.stripe.com/declines/codes and docs.stripe.com/error-codes */
test.for([
  ['insufficient_funds', 'card_declined', 'card_insufficient_funds'],
  ['generic_decline', 'card_declined', 'card_declined'],
  ['expired_card', 'expired_card', 'card_expired'],
  [undefined, 'expired_card', 'card_expired'],
  [undefined, 'incorrect_cvc', 'card_cvc_incorrect'],
  [undefined, 'incorrect_number', 'card_number_incorrect'],
  [undefined, 'incorrect_zip', 'card_postal_code_incorrect'],
  [undefined, 'invalid_expiry_month', 'card_expiry_month_invalid'],
  [undefined, 'invalid_expiry_year', 'card_expiry_year_invalid'],
  [undefined, 'card_decline_rate_limit_exceeded', 'card_declined_too_often'],
  [undefined, 'processing_error', 'card_processing_error'],
  [undefined, 'payment_intent_authentication_failure', 'card_authentication_failed'],
  ['card_not_supported', 'card_declined', 'payment_try_another_method'],
  [undefined, 'an unknown future code', 'card_declined'],
] as const)('%s, %s is shown as %s', ([declineCode, code, expected]) => {
  expect(cardErrorOf(declineCode, code)).toBe(expected);
  expect(errorCatalogue[expected].status).toBe(402);
});

test.for(['stolen_card', 'lost_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])(
  'tells a thief only that the card was declined: %s',
  (declineCode) => {
    expect(cardErrorOf(declineCode, 'card_declined')).toBe('card_declined');
  },
);
