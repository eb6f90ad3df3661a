/** Stripe's test payment methods (docs.stripe.com/testing) by text key. */
export const TEST_METHODS = {
  visa: 'pm_card_visa',
  mastercard: 'pm_card_mastercard',
  confirm: 'pm_card_authenticationRequired',
  declined: 'pm_card_chargeDeclined',
  funds: 'pm_card_chargeDeclinedInsufficientFunds',
  expired: 'pm_card_chargeDeclinedExpiredCard',
  amex: 'pm_card_amex',
  paypal: 'pm_paypal',
} as const;

export type TestMethod = keyof typeof TEST_METHODS;
