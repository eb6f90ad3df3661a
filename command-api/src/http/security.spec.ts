import { expect, test } from 'vitest';
import { isPayingPage, securityHeaders } from './security.ts';

test.each([
  ['/app/checkout', true],
  ['/app/checkout/return', true],
  ['/app/fastcheckout', true],
  ['/app/billing/payment-method', true],
  ['/app/billing', false],
  ['/app/checkouts', false],
  ['/', false],
])('%s may load the script of the payment provider: %s', (path, expected) => {
  expect(isPayingPage(path)).toBe(expected);
});

test('Stripe is allowed nothing where it takes no payments', () => {
  expect(JSON.stringify(securityHeaders({ humanCheck: true, stripe: false }))).not.toContain('stripe');
  expect(JSON.stringify(securityHeaders({ humanCheck: false, stripe: true }))).toContain('https://js.stripe.com');
});
