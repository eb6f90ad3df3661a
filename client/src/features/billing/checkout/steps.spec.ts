import { expect, test } from 'vitest';
import { placeOf } from './steps.ts';

test.each([
  ['', undefined],
  ['step=PAYMENT', undefined],
  ['step=PAY&priceId=price_1', undefined],
  ['priceId=%2Fetc', undefined],
  ['step=SELECT_PLAN', { step: 'SELECT_PLAN' }],
  ['priceId=price_1&clientSecret=pi_1_secret_2&priceName=pro', { step: 'BILLING', priceId: 'price_1' }],
  ['step=PAYMENT&priceId=price_1', { step: 'PAYMENT', priceId: 'price_1' }],
])('?%s', (query, place) => {
  expect(placeOf(new URLSearchParams(query))).toEqual(place);
});
