/** Billing and checkout on their own hosts: pages, one login for all, and calls only between them. */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clean } from '../support/audits.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { PASSWORD } from '../support/person.ts';

const MAIN = 'clearcut.localhost:8080';
const BILLING = 'billing.clearcut.localhost:8080';
const CHECKOUT = 'pay.clearcut.localhost:8080';

let product: Installation;

beforeAll(async () => {
  product = await startInstallation({
    PUBLIC_URL: `http://${MAIN}`,
    BILLING_URL: `http://${BILLING}`,
    CHECKOUT_URL: `http://${CHECKOUT}`,
  });
});
afterAll(() => product.stop());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Requests a page of a host from this machine, as the proxy forwards it. */
function ask(
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: { host, accept: 'text/html', ...headers } });
    asked.on('error', reject).on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => {
          const { statusCode = 0, headers: got } = answer;
          resolve({ status: statusCode, headers: got, body: Buffer.concat(pieces).toString() });
        });
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test.for([
  [MAIN, '/app/billing', `http://${BILLING}/app/billing`],
  [MAIN, '/app/checkout?priceId=price_1', `http://${CHECKOUT}/app/checkout?priceId=price_1`],
  [BILLING, '/app/dashboard', `http://${MAIN}/app/dashboard`],
  [BILLING, '/', `http://${MAIN}/`],
  [BILLING, '/nowhere', `http://${MAIN}/nowhere`],
  [CHECKOUT, '/app/billing/payment-method', `http://${BILLING}/app/billing/payment-method`],
] as const)('%s%s lives at %s', async ([host, path, address]) => {
  const { status, headers } = await ask(host, path);
  expect([status, headers['location']]).toEqual([302, address]);
});

test('each host serves its own pages, with the API and the files', async () => {
  for (const [host, path] of [
    [MAIN, '/app/dashboard'],
    [BILLING, '/app/billing'],
    [CHECKOUT, '/app/checkout'],
  ] as const) {
    const page = await ask(host, path);
    expect(page.status).toBe(200);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
    expect((await ask(host, script)).status).toBe(200);
    expect((await ask(host, '/api/stripe/config/')).status).toBe(200);
  }
  // A load balancer's request by IP address is not redirected.
  expect((await ask('10.0.0.7', '/app/billing')).status).toBe(200);
});

test('a login works on every host, and ends on every host', async () => {
  const client = { 'client-id': 'hosts', 'content-type': 'application/json' };
  const email = 'hosts@example.com';
  const signedUp = await ask(MAIN, '/api/user', {
    method: 'POST',
    headers: client,
    body: { email, password: PASSWORD },
  });
  const [cookie = ''] = signedUp.headers['set-cookie'] ?? [];
  expect(cookie).toContain('Domain=clearcut.localhost;');
  const session = { ...client, cookie: cookie.split(';')[0] ?? '' };
  const me = async (host: string) => (await ask(host, '/api/user/me', { headers: session })).status;
  expect(await Promise.all([MAIN, BILLING, CHECKOUT].map(me))).toEqual([200, 200, 200]);
  const ended = await ask(BILLING, '/api/auth/logout', { headers: session });
  expect(ended.headers['set-cookie']).toEqual([expect.stringMatching(/Max-Age=0;.*Domain=clearcut\.localhost/)]);
  expect(await Promise.all([MAIN, BILLING].map(me))).toEqual([401, 401]);
});

test('the hosts may call each other, and no other site may', async () => {
  const asked = { method: 'OPTIONS', headers: { 'access-control-request-method': 'PATCH' } };
  const from = async (origin: string, options: { method?: string; headers?: Record<string, string> } = asked) =>
    ask(MAIN, '/api/billing', { ...options, headers: { ...options.headers, origin } });
  const allowed = await from(`http://${BILLING}`);
  expect(allowed.status).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': `http://${BILLING}`,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': expect.stringContaining('client-id') as string,
  });
  for (const origin of ['https://evil.example', `http://evil.${MAIN}`, `https://${BILLING}`, 'null']) {
    expect((await from(origin)).headers['access-control-allow-origin']).toBeUndefined();
    expect((await from(origin, {})).headers).toMatchObject({ vary: expect.stringMatching(/origin/i) as string });
  }
});

test("a payment returns to the checkout's host", async () => {
  const client = { 'client-id': 'payer', 'content-type': 'application/json' };
  const body = { email: 'payer@example.com', password: PASSWORD };
  const { headers } = await ask(MAIN, '/api/user', { method: 'POST', headers: client, body });
  const session = { ...client, cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
  const prices = JSON.parse((await ask(MAIN, '/api/stripe/prices/')).body) as { id: string; name: string }[];
  const priceId = prices.find(({ name }) => name === 'starter')?.id;
  const order = { priceId, currency: 'usd', paymentMethodId: 'pm_card_authenticationRequired' };
  const step = await ask(CHECKOUT, '/api/stripe/subscribe/', { method: 'POST', headers: session, body: order });
  expect(JSON.parse(step.body)).toMatchObject({ status: 'requires_action' });
  const [row] = await product.database.query<{ url: string }>(
    `SELECT document->'invoices'->0->'payment'->>'returnUrl' AS url FROM sandbox_stripe.account`,
  );
  expect(row?.url).toBe(`http://${CHECKOUT}/app/checkout/return`);
  const portal = await ask(BILLING, '/api/stripe/portal/', { method: 'POST', headers: session });
  expect(decodeURIComponent(portal.body)).toContain(`http://${BILLING}/app/billing`);
  await clean(product);
});
