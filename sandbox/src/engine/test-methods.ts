import type { Refusal } from './model.ts';

/** Behaviour of a Stripe test payment method: https://docs.stripe.com/testing. Also known by card number. */
export interface TestMethod {
  readonly type: 'card' | 'paypal';
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex' | null;
  /** The user must confirm each payment; without them it is refused. */
  readonly needsPerson?: boolean;
  readonly refusal?: Refusal;
  readonly isDisputed?: boolean;
}

const declined = (declineCode: string, message = 'Your card was declined.'): Refusal => ({
  code: 'card_declined',
  declineCode,
  message,
});
const refused = (code: string, message: string): Refusal => ({ code, declineCode: null, message });
const visa = (number: string, more: Partial<TestMethod> = {}): TestMethod => ({
  type: 'card',
  number,
  brand: 'visa',
  ...more,
});

export const TEST_METHODS: Readonly<Record<string, TestMethod>> = {
  card_visa: visa('4242424242424242'),
  card_mastercard: { type: 'card', number: '5555555555554444', brand: 'mastercard' },
  card_amex: { type: 'card', number: '378282246310005', brand: 'amex' },
  card_authenticationRequired: visa('4000002500003155', { needsPerson: true }),
  card_chargeDeclined: visa('4000000000000002', { refusal: declined('generic_decline') }),
  card_chargeDeclinedInsufficientFunds: visa('4000000000009995', { refusal: declined('insufficient_funds') }),
  card_chargeDeclinedLostCard: visa('4000000000009987', { refusal: declined('lost_card') }),
  card_chargeDeclinedExpiredCard: visa('4000000000000069', {
    refusal: refused('expired_card', 'Your card has expired.'),
  }),
  card_chargeDeclinedIncorrectCvc: visa('4000000000000127', {
    refusal: refused('incorrect_cvc', "Your card's security code is incorrect."),
  }),
  card_chargeDeclinedProcessingError: visa('4000000000000119', {
    refusal: refused('processing_error', 'An error occurred while processing your card.'),
  }),
  card_chargeCustomerFail: visa('4000000000000341', { refusal: declined('generic_decline') }),
  card_createDispute: visa('4000000000000259', { isDisputed: true }),
  paypal: { type: 'paypal', number: '', brand: null, needsPerson: true },
};

/** PayPal pays by agreement without the user, where a bank requires them. */
export const paysUnattended = ({ type, needsPerson }: TestMethod): boolean => needsPerson !== true || type === 'paypal';
