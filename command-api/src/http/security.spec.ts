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
});

test("Stripe's documented hosts are allowed where it takes payments, and no others", () => {
  const { contentSecurityPolicy } = securityHeaders({ humanCheck: false, stripe: true });
  const js = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  expect(contentSecurityPolicy).toMatchObject({
    directives: {
      scriptSrc: ["'self'", ...js],
      frameSrc: ["'self'", ...js, 'https://hooks.stripe.com'],
      connectSrc: ["'self'", 'https://api.stripe.com'],
    },
  });
});
