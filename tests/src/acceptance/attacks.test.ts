/** Requests that attackers sent: each is refused by a 4xx and changes nothing. */
import { request } from 'node:http';
import type { WebhookView } from '@clearcut/schemas/webhooks/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { newSaver, type Saver } from '../support/saver.ts';

let product: Installation;
let saver: Saver;
beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, 0);
});
afterAll(() => product.stop());

const TAX = {
  type: 'Private',
  country: 'DE',
  vatNumber: '',
  firstName: 'Ann',
  lastName: 'Lee',
  address: 'Road 1',
  zipCode: '10115',
  city: 'Berlin',
  email: 'ann@example.com',
};
/** NUL, line break, escape, half of an emoji, control of text direction. */
const HOSTILE = ['a\u0000b', 'a\r\nb', 'a\u001bb', 'a\ud83db', 'a\u202eb'];

test.for(HOSTILE)('regression: refuses tax information with %j', async (text) => {
  for (const field of ['firstName', 'lastName', 'address', 'zipCode', 'city', 'country']) {
    const answer = await saver.person.send('PATCH', '/api/stripe/billing/tax-info/', { ...TAX, [field]: text });
    expect(await errorOf(answer), field).toBe('400 validation_failed');
  }
});

test('regression: stores or refuses a landing with NUL or a click id cut within an emoji, without an error', async () => {
  for (const campaign of ['a%00b', 'a\u0000b', `${'x'.repeat(499)}\u{1f600}`, '%f0%9f%98', '%ed%a0%80']) {
    for (const name of ['utm_source', 'gclid']) {
      const answer = await fetch(`${product.url}/api/analytics/landing/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'client-id': 'landing-of-attacks' },
        body: JSON.stringify({
          timestamp: new Date().toISOString(),
          landing_page_url: `https://clearcut.example/?${name}=${campaign}`,
          referrer_url: '',
          consent: 'all',
        }),
      });
      expect([201, 400], `${name}=${campaign}: ${await answer.text()}`).toContain(answer.status);
    }
  }
});

test('regression: stores a webhook’s address as it is called, without line breaks', async () => {
  const add = (url: string) => saver.person.send('POST', '/api/webhooks/', { url });
  expect((await add('https://example.com/\u0000')).status).toBeLessThan(500);
  expect((await add('https://example.com/a\r\n')).status).toBeLessThan(500);
  const { webhooks } = await bodyOf<{ webhooks: WebhookView[] }>(await saver.person.get('/api/webhooks/'));
  for (const { url } of webhooks) {
    expect(url).toBe(new URL(url).href);
    expect(url).toMatch(/^[\x21-\x7e]+$/);
  }
});

test.for([
  ['/dev/stripe/clock', 'by=month'],
  ['/dev/stripe/webhooks', 'mode=lose'],
])("regression: another site's form does not change %s", async ([path, body]) => {
  const answer = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    },
    body: body!,
    redirect: 'manual',
  });
  expect(await errorOf(answer)).toBe('403 forbidden');
});

test('regression: a page whose name was rebound to this machine reads neither the API nor the metrics', async () => {
  for (const path of ['/api/user/me', '/api/openapi.json', '/metrics', '/api/stripe/prices/']) {
    expect(await statusFor(path, 'evil.example'), path).toBe(404);
  }
  expect(await statusFor('/metrics', 'localhost')).toBe(200);
});

/** Uses node:http, because fetch sets the Host header itself. */
function statusFor(path: string, host: string): Promise<number | undefined> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host: `${host}:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
