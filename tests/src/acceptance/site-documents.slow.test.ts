import { type ApiDocument, operationsOf } from '@clearcut/schemas/api-reference/document';
import { directionOf, tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { faqItems } from '@clearcut/schemas/site/content';
import { holdsToken } from '@clearcut/schemas/site/consent';
import { PUBLIC_PAGES, type PublicPage, type PublicPath } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawnPage, isDrawn } from '../support/drawn-page.ts';
import { type Element, elementsOf } from '../support/html.ts';
import { type Installation, startInstallation } from '../support/installation.ts';

const PUBLIC_URL = 'https://clearcut.example';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({
    PUBLIC_URL,
    OPERATOR_NAME: 'Example <b>&amp; Sons</b>',
    OPERATOR_ADDRESS: '1 Road; Town',
    OPERATOR_EMAIL: 'mail@example.com',
  });
});
afterAll(() => product.stop());

/** Pages linked from mails concern one person, and are drawn by the browser. */
const ofOnePerson = (page: PublicPage): boolean => holdsToken(PUBLIC_PAGES[page].path);

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(product.url + address, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

async function read(address: string, headers: Record<string, string> = {}) {
  const isShell = address.startsWith('/app') || holdsToken(address);
  const answer = await (isShell ? get(address, headers) : drawnPage(product.url + address, headers));
  const markup = await answer.text();
  const elements = elementsOf(markup);
  const all = (name: string, attributes: Record<string, string> = {}): Element[] =>
    elements.filter(
      (one) => one.name === name && Object.entries(attributes).every(([key, value]) => one.attributes[key] === value),
    );
  const meta = (name: string): string | undefined =>
    (all('meta', { name })[0] ?? all('meta', { property: name })[0])?.attributes['content'];
  const things = all('script', { type: 'application/ld+json' }).flatMap(
    ({ text }) => (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'],
  );
  return { status: answer.status, headers: answer.headers, markup, all, meta, things };
}

const addressOf = (page: PublicPage, code: (typeof TRANSLATIONS)[number]['code']): string =>
  localPath(code, PUBLIC_PAGES[page].path.replace(':token', 'abc') as PublicPath);

/** As sent to browsers. */
const MAX_BYTES = 14 * 1024;

const titles = new Map<string, string>();

describe.each(TRANSLATIONS)('in $code', ({ code }) => {
  test.for(Object.keys(PUBLIC_PAGES) as PublicPage[])(
    'the document of %s is complete before any script',
    async (page) => {
      const address = addressOf(page, code);
      const { status, headers, markup, all, meta, things } = await read(address, { 'accept-encoding': 'br' });
      expect([status, isDrawn(markup)]).toEqual([200, !ofOnePerson(page)]);
      expect(headers.get('content-encoding')).toBe('br');
      expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(MAX_BYTES);
      expect(markup).toContain('Sons');
      expect(all('html')[0]?.attributes).toMatchObject({ lang: tagOf(code), dir: directionOf(code) });
      expect(markup).not.toMatch(/\{\{|undefined|\[object/);

      expect(all('title').map(({ inHead }) => inHead)).toEqual([true]);
      const title = all('title')[0]?.text ?? '';
      expect(titles.get(`${code} ${title}`) ?? page).toBe(page);
      titles.set(`${code} ${title}`, page);
      expect(meta('description')).toMatch(/\S/);
      expect(all('h1').map(({ text }) => text !== '')).toEqual([true]);
      const awaited = all('link', { rel: 'expect', blocking: 'render' }).map(({ attributes }) => attributes['href']);
      expect(awaited).toEqual(ofOnePerson(page) ? [] : all('main').map(({ attributes }) => `#${attributes['id']}`));

      const { indexed } = PUBLIC_PAGES[page];
      const canonical = all('link', { rel: 'canonical' }).map(({ attributes }) => attributes['href']);
      const alternates = all('link', { rel: 'alternate' }).map(({ attributes: { hreflang, href } }) => [
        hreflang,
        href,
      ]);
      expect(meta('robots')).toBe(indexed ? undefined : 'noindex');
      expect(headers.get('x-robots-tag')).toBe(indexed ? null : 'noindex');
      expect(canonical).toEqual(indexed ? [PUBLIC_URL + address] : []);
      expect(alternates).toEqual(
        indexed
          ? [
              ...TRANSLATIONS.map((other) => [tagOf(other.code), PUBLIC_URL + addressOf(page, other.code)]),
              ['x-default', PUBLIC_URL + addressOf(page, 'en')],
            ]
          : [],
      );

      expect([meta('og:title'), meta('twitter:title')]).toEqual([title, title]);
      expect(meta('og:description')).toBe(meta('description'));
      expect(meta('og:url')).toBe(indexed ? PUBLIC_URL + address : undefined);
      expect(meta('og:image')).toMatch(/^https:\/\/clearcut\.example\/share\/\w+\.jpg$/);
      expect(meta('og:image:alt')).toMatch(/\S/);
      expect(meta('twitter:card')).toBe('summary_large_image');
      const kinds = things.map((thing) => thing['@type']);
      expect(kinds).toEqual(
        !indexed
          ? []
          : page === 'home'
            ? ['WebSite', 'Organization', 'SoftwareApplication']
            : page === 'faq'
              ? ['BreadcrumbList', 'FAQPage']
              : ['BreadcrumbList'],
      );
    },
  );

  test('search engines and people without JavaScript get all questions', async () => {
    const { all, things } = await read(addressOf('faq', code));
    const [faq] = things.filter((thing) => thing['@type'] === 'FAQPage') as [{ mainEntity: { name: string }[] }];
    expect(faq.mainEntity).toHaveLength(faqItems({ hasCredits: true }).length);
    const headings = all('h3').map(({ text }) => text);
    expect(headings.filter((text) => faq.mainEntity.some(({ name }) => name === text))).toEqual(
      faq.mainEntity.map(({ name }) => name),
    );
  });

  test('the app can be installed, with icons of the declared size', async () => {
    const { all } = await read(localPath(code, '/'));
    const [link] = all('link', { rel: 'manifest' });
    const answer = await get(link?.attributes['href'] ?? '');
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    const manifest = (await answer.json()) as {
      lang: string;
      dir: string;
      start_url: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ lang: tagOf(code), dir: directionOf(code), start_url: localPath(code, '/') });
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes } of manifest.icons) expect(await sizeOf(src)).toBe(sizes);
  });
});

async function sizeOf(address: string): Promise<string> {
  const answer = await get(address);
  expect(answer.status, address).toBe(200);
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return `${width}x${height}`;
}

const locations = (sitemap: string): string[] =>
  [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found = '']) => found);

test('the sitemap lists each indexed page in each language, and each of them responds', async () => {
  const index = await (await get('/sitemap.xml')).text();
  const maps = locations(index);
  expect(maps).toEqual(TRANSLATIONS.map(({ code }) => `${PUBLIC_URL}/sitemap-${code}.xml`));
  for (const map of maps) {
    const urls = locations(await (await get(map.replace(PUBLIC_URL, ''))).text());
    expect(urls.length).toBe(Object.values(PUBLIC_PAGES).filter(({ indexed }) => indexed).length);
    for (const url of urls) {
      const answer = await get(url.replace(PUBLIC_URL, ''));
      await answer.body?.cancel();
      expect([answer.status, answer.headers.get('x-robots-tag')], url).toEqual([200, null]);
    }
  }
});

test('a link’s preview picture exists, has the declared size and is below 300 kB', async () => {
  const seen = new Set<string>();
  for (const page of Object.keys(PUBLIC_PAGES) as PublicPage[]) {
    const { meta } = await read(addressOf(page, 'en'));
    seen.add(meta('og:image')?.replace(PUBLIC_URL, '') ?? '');
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
  }
  expect(seen.size).toBeGreaterThan(2);
  for (const address of seen) {
    expect(await sizeOf(address)).toBe('1200x630');
    expect((await (await get(address)).arrayBuffer()).byteLength).toBeLessThan(300_000);
  }
});

test.for([
  ['/nowhere', 404, 'en', 'Page not found'],
  ['/es/nowhere', 404, 'es', 'Página no encontrada'],
  ['/xx/faq', 404, 'en', 'Page not found'],
] as const)(
  '%s is answered %i in its language, with links on and nothing for search engines',
  async ([address, status, code, title]) => {
    const { all, meta, things, ...page } = await read(address);
    expect([page.status, all('html')[0]?.attributes['lang'], all('h1')[0]?.text]).toEqual([status, code, title]);
    expect([meta('robots'), all('link', { rel: 'canonical' }), meta('og:title'), things]).toEqual([
      'noindex',
      [],
      undefined,
      [],
    ]);
    expect(all('a').map(({ attributes }) => attributes['href'])).toContain(localPath(code, '/faq'));
  },
);

test('an account page is in the visitor’s language and has no description', async () => {
  const { all, meta } = await read('/app/my-images', { cookie: 'language=ar' });
  expect(all('html')[0]?.attributes).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect([all('title')[0]?.text, meta('robots'), meta('og:title')]).toEqual(['Clearcut', 'noindex', undefined]);
});

test('the English page has one address for search engines, however it was opened', async () => {
  const { all } = await read('/en/faq');
  expect(all('link', { rel: 'canonical' })[0]?.attributes['href']).toBe(`${PUBLIC_URL}/faq`);
});

test('regression: where nothing was sold, the prices page stayed unavailable after its first minutes', async () => {
  const { all, markup } = await read('/es/pricing');
  expect(all('p').map(({ text }) => text)).toContain(
    'En esta instalación no se venden créditos. Pídeselos a quien la administra.',
  );
  expect(markup).not.toContain('MuiSkeleton');
  for (const path of ['prices', 'currencies', 'config']) {
    const answer = await get(`/api/stripe/${path}/`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { errorCode: 'nothing_sold' }]);
  }
});

test('the operator’s name is escaped as text everywhere', async () => {
  const { all, things } = await read('/');
  expect(things.find((thing) => thing['@type'] === 'Organization')).toMatchObject({
    name: 'Example <b>&amp; Sons</b>',
  });
  const legal = await read('/privacy-policy');
  expect(legal.all('address')[0]?.text).toContain('Example <b>&amp; Sons</b>');
  expect(all('b').some(({ text }) => text.includes('Sons'))).toBe(false);
});

test('the contact form can be sent without JavaScript', async () => {
  const { all } = await read('/es/contact');
  const body = new FormData();
  for (const { attributes } of [...all('input'), ...all('textarea')]) {
    if (attributes['type'] === 'file' || attributes['name'] === undefined) continue;
    body.set(
      attributes['name'] ?? '',
      attributes['value'] ?? (attributes['type'] === 'email' ? 'ada@example.com' : 'Hola'),
    );
  }
  const action = all('form')[0]?.attributes['action'] ?? '';
  const answer = await fetch(product.url + action, {
    method: 'POST',
    body,
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/es/contact/sent']);
  expect((await read('/es/contact/sent')).all('p', { role: 'status' })).toHaveLength(1);
});

test('response headers tell caches what a document depends on', async () => {
  const { headers } = await read('/faq');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('vary')?.toLowerCase()).toBe('cookie, accept-language, accept-encoding');
  expect(headers.get('etag')).toMatch(/^W\/"[\w-]+-en-faq"$/);
});

const idsOf = (headings: readonly Element[]) => headings.map(({ attributes }) => attributes['id']);

test('the API reference can be read without JavaScript', async () => {
  const document = (await (await fetch(`${product.url}/v1/openapi.json`)).json()) as ApiDocument;
  const { all } = await read('/docs/api');
  const ids = idsOf(all('h3'));
  for (const { operationId } of operationsOf(document)) expect(ids).toContain(operationId);
  const types = await read('/docs/api/types');
  const anchors = Object.keys(document.components.schemas).map((type) => `type-${type}`);
  expect(idsOf(types.all('h2'))).toEqual(expect.arrayContaining(anchors));
  const codes = all('code').map(({ text }) => text);
  for (const { method, path } of operationsOf(document)) expect(codes).toContain(`${method} ${path}`);
});
