import { missing } from '../engine/model.ts';
import { TEST_METHODS } from '../engine/test-methods.ts';

/** One of Stripe's test ids before it is any customer's. @throws StripeRefusal for an id that is none of them */
export function testMethodObject(id: string, now: number): object {
  const test = TEST_METHODS[id.slice('pm_'.length)];
  if (test === undefined) throw missing('PaymentMethod', id, 'payment_method');
  const { type, brand, number } = test;
  const card = { brand, last4: number.slice(-4), exp_month: 12, exp_year: 2035, fingerprint: id };
  return { type, customer: null, created: now, ...(type === 'card' ? { card } : {}) };
}
