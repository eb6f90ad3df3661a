import { expect, test } from 'vitest';
import { isPayingPage } from '@clearcut/schemas/site/paying-pages';
import type { Others } from './other-hosts.ts';
import { securityHeaders } from './security.ts';

test.each([
  ['/app/checkout', true],
  ['/app/checkout/return', true],
  ['/app/fastcheckout', true],
  ['/app/billing/payment-method', true],
  ['/app/billing', false],
  ['/app/checkouts', false],
  ['/', false],
])("%s may load the payment provider's script: %s", (path, expected) => {
  expect(isPayingPage(path)).toBe(expected);
});

test('Stripe is not allowed on pages that take no payments', () => {
  expect(JSON.stringify(securityHeaders({ humanCheck: true, stripe: false }))).not.toContain('stripe');
});

test("only Stripe's documented hosts are allowed where it takes payments", () => {
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

const policyOf = (others: Others) => JSON.stringify(securityHeaders({ humanCheck: false, stripe: false, others }));
const NAMED = /google|plausible|intercom|crisp|chatwoot|errors/g;
const chatwoot = { kind: 'chatwoot', id: 'token', origin: 'https://chatwoot.example.com' } as const;

test.for<[Others, string, RegExp]>([
  [{ tags: { kind: 'gtm', id: 'GTM-A', paidTraffic: 'consent' } }, 'https://*.googletagmanager.com', /google/],
  [
    { tags: { kind: 'plausible', origin: 'https://plausible.example.com' } },
    'https://plausible.example.com',
    /plausible/,
  ],
  [{ chat: { kind: 'intercom', id: 'a' } }, 'https://widget.intercom.io', /intercom/],
  [{ chat: { kind: 'crisp', id: 'a' } }, 'wss://*.relay.crisp.chat', /crisp/],
  [{ chat: chatwoot }, 'https://chatwoot.example.com', /chatwoot/],
  [{ errors: { dsn: 'https://key@errors.example.com/1' } }, 'https://errors.example.com', /errors/],
  [{}, "'self'", /^$/],
])('pages with %o may reach only its hosts', ([others, host, own]) => {
  const policy = policyOf(others);
  expect(policy).toContain(host);
  expect((policy.match(NAMED) ?? []).filter((name) => !own.test(name))).toEqual([]);
});

test('combined options are allowed together', () => {
  const policy = policyOf({ chat: chatwoot, errors: { dsn: 'https://key@errors.example.com/1' } });
  expect(policy).toContain('"connectSrc":["\'self\'","https://chatwoot.example.com","https://errors.example.com"]');
  expect(policy).not.toContain('key@');
});
