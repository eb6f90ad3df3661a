import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';

const PUBLIC_URL = 'https://clearcut.example';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({
    PUBLIC_URL,
    OPERATOR_NAME: 'Example Ltd',
    OPERATOR_ADDRESS: '1 Road; Town',
    OPERATOR_EMAIL: 'mail@example.com',
  });
});
afterAll(() => product.stop());

const browser = { accept: 'text/html,*/*' };
const get = (path: string, headers: Record<string, string> = browser): Promise<Response> =>
  fetch(product.url + path, { headers, redirect: 'manual' });

describe('addresses', () => {
  test.for([
    ['/upload/', 301, '/upload'],
    ['/es-mx/upload?x=1', 301, '/es/upload?x=1'],
    ['/en/upload', 200, null],
    ['/xx/upload', 404, null],
    ['/es/nowhere', 404, null],
    ['/nowhere', 404, null],
    ['/es/auth/magic-link', 404, null],
    ['/auth/magic-link', 200, null],
    ['/app/my-images', 200, null],
  ] as const)('%s is answered %i', async ([path, status, location]) => {
    const answer = await get(path);
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
    if (/^\/(app|auth)|nowhere|xx/.test(path)) expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  });

  test("a program gets a missing page's error as JSON, and gets pages too", async () => {
    expect(await errorOf(await get('/nowhere', { accept: 'application/json' }))).toBe('404 not_found');
    const page = await get('/upload', {});
    await page.body?.cancel();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test.for([
    ['/', { 'accept-language': 'es-MX,en;q=0.5' }, '/es'],
    ['/upload?a=b', { 'accept-language': 'en;q=0.5, ar' }, '/ar/upload?a=b'],
    ['/', { cookie: 'a=b; language=es', 'accept-language': 'ar' }, '/es'],
    ['/', { cookie: 'language=en', 'accept-language': 'ar' }, null],
    ['/', { cookie: 'language=<script>', 'accept-language': 'xx' }, null],
    ['/?lang=stay', { 'accept-language': 'es' }, null],
    ['/es', { 'accept-language': 'ar' }, null],
    ['/en', { 'accept-language': 'es' }, null],
    // Crawlers send no language.
    ['/', {}, null],
  ] as const)('%s with %j leads to %s', async ([path, headers, location]) => {
    const answer = await get(path, { ...browser, ...headers });
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get('location')]).toEqual([location === null ? 200 : 302, location]);
    expect(answer.headers.get('vary')?.includes('accept-language') ?? false).toBe(!/^\/e[ns]$/.test(path));
  });
});

describe('files for programs', () => {
  test('robots.txt forbids no page, and security.txt says where to report', async () => {
    expect(await (await get('/robots.txt')).text()).toBe(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`,
    );
    const security = await (await get('/.well-known/security.txt')).text();
    expect(security).toContain('Contact: mailto:mail@example.com\n');
    expect(Date.parse(/^Expires: (.*)$/m.exec(security)?.[1] ?? '')).toBeGreaterThan(Date.now());
    expect((await get('/llms.txt')).headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});
