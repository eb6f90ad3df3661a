import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { expect, test } from 'vitest';
import { createDocumentOf, type DocumentOf } from './page/document.ts';
import type { ShownPage } from './page/shown-page.ts';
import { createSite } from './site.ts';

const INDEX =
  '<!doctype html>\n<html lang="en">\n<head><script type="module" crossorigin src="/assets/index.js"></script></head><body><div id="root"></div></body></html>';
const price = (name: PriceAnswer['name'], unitAmount: number, interval: PriceAnswer['interval']): PriceAnswer => ({
  id: name,
  name,
  plan: null,
  credits: 1,
  unitAmount,
  currency: 'usd',
  interval,
  active: true,
});
const PRICES = [price('trial', 100, null), price('starter', 2950, 'month')];

const origin = 'https://clearcut.example';
const documentOf = (index: string): DocumentOf => createDocumentOf(index, () => '');

async function show(pathname: string, prices: PriceAnswer[]): Promise<string> {
  const site = createSite({
    origin: () => origin,
    hosts: undefined,
    isListed: true,
    securityContact: undefined,
    documents: { of: async (shown) => Buffer.from(documentOf(INDEX)(shown)) },
    facts: () => ({ origin, operator: null, hasCredits: true, starterCredits: 0, chargesSmallSaves: false }),
    apiDocument: () => ({ servers: [], tags: [], paths: {}, components: { schemas: {} } }),
    sold: async () => (prices.length === 0 ? undefined : { prices, currencies: ['usd'] }),
  });
  const answer = await site.answer({ pathname, search: '', host: 'clearcut.example', headers: {} });
  return Buffer.from(answer?.body as Uint8Array).toString();
}

const graph = (markup: string): Record<string, unknown>[] =>
  (JSON.parse(/ld\+json">(.*?)<\/script>/.exec(markup)?.[1] ?? '{}') as { '@graph': Record<string, unknown>[] })[
    '@graph'
  ];

test('the pricing page tells search engines what each plan costs', async () => {
  const markup = await show('/es/pricing', PRICES);
  const [, application] = graph(markup);
  expect(application?.['offers']).toMatchObject([
    { '@type': 'Offer', price: '1.00', priceCurrency: 'USD', url: 'https://clearcut.example/es/pricing' },
    { price: '29.50', priceCurrency: 'USD', priceSpecification: { unitCode: 'MON', billingDuration: 1 } },
  ]);
});

test('prices appear only on the pricing page, and only when something is sold', async () => {
  expect(graph(await show('/pricing', [])).map((thing) => thing['@type'])).toEqual(['BreadcrumbList']);
  expect(await show('/faq', PRICES)).not.toContain('2950');
});

test('refuses a build without a place for the head at the start', () => {
  expect(() => documentOf(INDEX.replace('</head>', ''))).toThrow('</head>');
});

test('a drawn page loads its code after the first paint, a shell at once', () => {
  const shown: ShownPage = {
    page: 'faq',
    language: 'en',
    path: '/faq',
    isIndexed: true,
    facts: { origin, operator: null, hasCredits: true, starterCredits: 0, chargesSmallSaves: false },
    apiDocument: () => ({ servers: [], tags: [], paths: {}, components: { schemas: {} } }),
  };
  expect(documentOf(INDEX)(shown)).toContain('<script type="module" crossorigin src="/assets/index.js">');
  const markup = documentOf(INDEX)(shown, { body: '', preloads: '', styles: '' });
  expect(markup).not.toContain('type="module"');
  expect(markup).toContain('<script defer src="/after-paint.js" data-module="/assets/index.js">');
  expect(markup).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/index.js">');
});
