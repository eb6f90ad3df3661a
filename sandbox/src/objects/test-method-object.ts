import { missing } from '../engine/model.ts';
import { TEST_METHODS } from '../engine/test-methods.ts';

/** A Stripe test id before it belongs to a customer. @throws StripeRefusal for an unknown id */
export function testMethodObject(id: string, now: number): object {
  const test = TEST_METHODS[id.slice('pm_'.length)];
  if (test === undefined) throw missing('PaymentMethod', id, 'payment_method');
  const { type, brand, number } = test;
  const card = { brand, last4: number.slice(-4), exp_month: 12, exp_year: 2035, fingerprint: id };
  return { type, customer: null, created: now, ...(type === 'card' ? { card } : {}) };
}
