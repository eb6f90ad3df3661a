import { expect, test } from 'vitest';
import { isPayingPage } from '@clearcut/schemas/site/paying-pages';
import { securityHeaders } from './security.ts';

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

const policyOf = (tags: Parameters<typeof securityHeaders>[0]['tags']) =>
  JSON.stringify(securityHeaders({ humanCheck: false, stripe: false, tags }));

test('what counts visitors is allowed where it is set, and nothing of others', () => {
  expect(policyOf(undefined)).not.toMatch(/google|plausible/);
  expect(policyOf({ kind: 'gtm', id: 'GTM-A', paidTraffic: 'consent' })).toContain('https://*.googletagmanager.com');
  const plausible = policyOf({ kind: 'plausible', origin: 'https://plausible.example.com' });
  expect(plausible).toContain('https://plausible.example.com');
  expect(plausible).not.toContain('google');
});
