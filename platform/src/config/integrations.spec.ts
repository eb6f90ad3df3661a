import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { originOf } from './integrations.ts';

const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return 'accepted';
};

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ PUBLIC_URL: 'https://clearcut.example.com' }, false],
  [{ SMTP_URL: 'smtp://localhost' }, false],
  [{ SMTP_URL: 'smtp://localhost', SANDBOX: 'true' }, true],
  [{ SANDBOX: 'false' }, false],
])('with %j the sandbox is on: %s', (env, sandbox) => {
  expect(loadConfig(env as Record<string, string>).sandbox).toBe(sandbox);
});

test('reduces the public address to an origin', () => {
  expect(loadConfig({ PUBLIC_URL: 'HTTPS://Clearcut.Example.com:443/' }).publicUrl).toBe(
    'https://clearcut.example.com',
  );
  for (const PUBLIC_URL of [
    'clearcut.example.com',
    'https://x.example/app',
    'ftp://x.example',
    'https://x.example/?a',
  ]) {
    expect(refusal({ PUBLIC_URL })).toMatch(/^The setting PUBLIC_URL must be the address/);
  }
});

test.for([
  ['127.0.0.1', 3000, 'http://localhost:3000'],
  ['::1', 3000, 'http://localhost:3000'],
  ['192.168.1.20', 3000, 'http://192.168.1.20:3000'],
  // Regression: no valid address, so no mail could be written and no third party could redirect back.
  ['fd00::2', 3000, 'http://[fd00::2]:3000'],
  // Regression: never equal to an address's origin, so every login ended at the pictures.
  ['127.0.0.1', 80, 'http://localhost'],
] as const)('without a public address, a server listening on %s and port %s is found at %s', ([host, port, origin]) => {
  expect(originOf({ publicUrl: undefined, host }, port)).toBe(origin);
});

test('mail comes from the public address unless a sender is set', () => {
  const env = { SMTP_URL: 'smtps://u:p@mail.example.com', PUBLIC_URL: 'https://clearcut.example.com' };
  expect(loadConfig(env).smtp?.from).toBe('Clearcut <no-reply@clearcut.example.com>');
  expect(loadConfig({ ...env, MAIL_FROM: 'Ann <ann@example.com>' }).smtp?.from).toBe('Ann <ann@example.com>');
  expect(refusal({ MAIL_FROM: 'nobody' })).toMatch(/^The setting MAIL_FROM must look like/);
  expect(refusal({ SMTP_URL: 'mail.example.com' })).toMatch(/^The setting SMTP_URL must look like/);
});

test('selects a visitor counter, and for Google’s tags the treatment of paid traffic', () => {
  expect(loadConfig({}).tags).toBeUndefined();
  expect(refusal({ TAG_MANAGER: 'GTM-ABC123' })).toContain('PAID_TRAFFIC_TRACKING must be consent, or always');
  expect(refusal({ TAG_MANAGER: 'UA-1', PAID_TRAFFIC_TRACKING: 'consent' })).toContain('GTM-ABC123');
  const manager = { TAG_MANAGER: 'GTM-ABC123', PAID_TRAFFIC_TRACKING: 'consent' };
  expect(loadConfig(manager).tags).toEqual({ kind: 'gtm', id: 'GTM-ABC123', paidTraffic: 'consent' });
  expect(refusal({ ...manager, PLAUSIBLE_URL: 'https://p.example.com' })).toContain('cannot be set beside');
  expect(loadConfig({ PLAUSIBLE_URL: 'https://p.example.com/' }).tags).toEqual({
    kind: 'plausible',
    origin: 'https://p.example.com',
  });
});

test('selects one chat, with the secret that identifies members', () => {
  const CHAT_SECRET = 's';
  expect(loadConfig({}).chat).toBeUndefined();
  expect(loadConfig({ INTERCOM_APP_ID: 'abc1', CHAT_SECRET }).chat).toEqual({
    widget: { kind: 'intercom', id: 'abc1' },
    secret: 's',
  });
  const chatwoot = { CHATWOOT_URL: 'https://chat.example.com/', CHATWOOT_TOKEN: 'tok' };
  expect(loadConfig({ ...chatwoot, CHAT_SECRET }).chat?.widget).toEqual({
    kind: 'chatwoot',
    id: 'tok',
    origin: 'https://chat.example.com',
  });
  expect(refusal({ CHATWOOT_URL: 'https://chat.example.com', CHAT_SECRET })).toContain('CHATWOOT_TOKEN must be set');
  expect(refusal({ CRISP_WEBSITE_ID: 'a1f6c0de-0000-4000-8000-000000000001' })).toContain('CHAT_SECRET must be set');
  expect(refusal({ INTERCOM_APP_ID: 'abc1', ...chatwoot, CHAT_SECRET })).toContain(
    'CHATWOOT_URL cannot be set beside INTERCOM_APP_ID',
  );
  expect(refusal({ CHAT_SECRET })).toContain('CHAT_SECRET is of no use without');
});

test("reports page errors to an address in Sentry's form", () => {
  expect(loadConfig({}).errors).toBeUndefined();
  const dsn = 'https://abc@errors.example.com/base/7';
  expect(loadConfig({ ERROR_REPORTING_DSN: dsn }).errors).toEqual({ dsn });
  for (const wrong of ['https://errors.example.com/7', 'https://abc@errors.example.com', 'abc'])
    expect(refusal({ ERROR_REPORTING_DSN: wrong })).toContain('https://key@errors.example.com/1');
});

test('an issuer is called without TLS only on this machine, and needs a client id', () => {
  const OIDC_CLIENT_ID = 'clearcut';
  expect(loadConfig({ OIDC_ISSUER: 'https://id.example.com/realm', OIDC_CLIENT_ID }).oidc).toEqual({
    issuer: 'https://id.example.com/realm',
    clientId: 'clearcut',
    clientSecret: undefined,
    name: 'id.example.com',
  });
  expect(refusal({ OIDC_ISSUER: 'http://localhost:9000', OIDC_CLIENT_ID })).toBe('accepted');
  expect(refusal({ OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID })).toMatch(/^The setting OIDC_ISSUER must be/);
  expect(refusal({ OIDC_ISSUER: 'https://id.example.com' })).toBe(
    'The setting OIDC_CLIENT_ID must be set as well when OIDC_ISSUER is.',
  );
});

test('the two keys of the human check come together', () => {
  expect(refusal({ TURNSTILE_SITE_KEY: 'a' })).toBe(
    'The setting TURNSTILE_SECRET_KEY must be set as well when TURNSTILE_SITE_KEY is.',
  );
  expect(loadConfig({ TURNSTILE_SITE_KEY: 'a', TURNSTILE_SECRET_KEY: 'b' }).turnstile).toEqual({
    siteKey: 'a',
    secretKey: 'b',
  });
});

test('metrics are readable from this machine or from the listed networks', () => {
  expect(loadConfig({}).metricsNetworks).toEqual(['127.0.0.0/8', '::1']);
  expect(loadConfig({ METRICS_NETWORKS: '10.0.0.0/8' }).metricsNetworks).toEqual(['10.0.0.0/8']);
  expect(refusal({ METRICS_NETWORKS: 'everywhere' })).toMatch(/^The setting METRICS_NETWORKS must be addresses/);
});

test('proxies are listed one by one or by network', () => {
  expect(loadConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
  ]);
  for (const TRUSTED_PROXIES of ['true', '10.0.0.0/33', '10.0.0', 'proxy.example.com', '::1/129', '127.0.0.1,']) {
    expect(refusal({ TRUSTED_PROXIES })).toMatch(/^The setting TRUSTED_PROXIES must be addresses or networks/);
  }
});

test('a sandbox refuses live keys, and keys of two modes cannot be mixed', () => {
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  expect(refusal(live)).toBe('The setting STRIPE_SECRET_KEY must be a test key while SANDBOX is on.');
  expect(loadConfig({ ...live, SANDBOX: 'false' }).stripe).toMatchObject({ secretKey: 'sk_live_1' });
  expect(loadConfig(test).stripe).toMatchObject({ publishableKey: 'pk_test_1', webhookSecret: undefined });
  expect(refusal({ ...test, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toMatch(
    /^The setting STRIPE_PUBLISHABLE_KEY must be of/,
  );
  expect(refusal({ STRIPE_SECRET_KEY: 'sk_test_1' })).toMatch(
    /^The setting STRIPE_PUBLISHABLE_KEY must be set as well/,
  );
  expect(refusal({ ...test, STRIPE_WEBHOOK_SECRET: '' })).toBe('accepted');
  expect(refusal({ ...test, STRIPE_WEBHOOK_SECRET: 'secret' })).toMatch(
    /^The setting STRIPE_WEBHOOK_SECRET must look like/,
  );
});

test('trusts a country header only behind a proxy', () => {
  expect(refusal({ COUNTRY_HEADER: 'cf-ipcountry' })).toBe(
    'The setting TRUSTED_PROXIES must be set as well when COUNTRY_HEADER is.',
  );
  expect(loadConfig({ COUNTRY_HEADER: 'cf-ipcountry', TRUSTED_PROXIES: '10.0.0.0/8' }).countryHeader).toBe(
    'cf-ipcountry',
  );
  expect(refusal({ COUNTRY_HEADER: 'not a header', TRUSTED_PROXIES: '10.0.0.0/8' })).toContain('name of a header');
});

describe('hosts for billing and checkout', () => {
  const PUBLIC_URL = 'https://clearcut.example.com';
  test.each([
    [{ BILLING_URL: 'https://billing.clearcut.example.com' }, 'clearcut.example.com'],
    [{ BILLING_URL: 'https://billing.example.com' }, 'example.com'],
    [{ BILLING_URL: 'https://billing.clearcut.example.com', CHECKOUT_URL: 'https://pay.example.com' }, 'example.com'],
    [{ CHECKOUT_URL: 'https://clearcut.example.com:8443' }, undefined],
    [{ BILLING_URL: PUBLIC_URL }, undefined],
    [{}, undefined],
  ])('%o share logins in the domain %s', (given, domain) => {
    expect(loadConfig({ PUBLIC_URL, ...given }).cookieDomain).toBe(domain);
  });

  test('an unset host falls back to the main one; without any set, there are none', () => {
    const BILLING_URL = 'https://billing.clearcut.example.com';
    expect(loadConfig({ PUBLIC_URL, BILLING_URL }).hosts).toEqual({
      main: PUBLIC_URL,
      billing: BILLING_URL,
      checkout: PUBLIC_URL,
    });
    expect(loadConfig({ PUBLIC_URL }).hosts).toBeUndefined();
  });

  test.each([
    [{ PUBLIC_URL, BILLING_URL: 'https://billing.example.net' }, /BILLING_URL must lie under one domain/],
    [
      { PUBLIC_URL, CHECKOUT_URL: 'http://pay.clearcut.example.com' },
      /CHECKOUT_URL must be http or https as PUBLIC_URL/,
    ],
    [{ PUBLIC_URL: 'http://10.0.0.1', BILLING_URL: 'http://20.0.0.1' }, /BILLING_URL must lie under one domain/],
    [
      { PUBLIC_URL: 'https://clearcut.co.uk', BILLING_URL: 'https://other.co.uk' },
      /BILLING_URL must lie under one domain/,
    ],
    [
      { PUBLIC_URL: 'https://clearcut.github.io', BILLING_URL: 'https://other.github.io' },
      /BILLING_URL must lie under one domain/,
    ],
    [{ BILLING_URL: 'https://billing.example.com' }, /PUBLIC_URL must be set as well when BILLING_URL is/],
  ])('refuses %o', (given, message) => {
    expect(() => loadConfig(given)).toThrow(message);
  });
});
