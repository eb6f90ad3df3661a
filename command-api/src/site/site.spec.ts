import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { type ApiDocument, operationsOf } from '@clearcut/schemas/api-reference/document';
import { expect, test } from 'vitest';
import type { SiteOffer } from './page/shown-page.ts';
import { createSite } from './site.ts';

const INDEX = '<!doctype html>\n<html lang="en">\n<head></head><body><div id="root"></div></body></html>';
const PLANS: readonly SiteOffer[] = [
  { name: 'trial', amount: 100, currency: 'usd', interval: null },
  { name: 'starter', amount: 2950, currency: 'usd', interval: 'month' },
];

const API_DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../docs/openapi/v1.json', import.meta.url), 'utf8'),
) as ApiDocument;

const origin = 'https://clearcut.example';
const siteOf = ({ index = INDEX, sold = [] }: { index?: string; sold?: readonly SiteOffer[] }) =>
  createSite({
    origin: () => origin,
    hosts: undefined,
    isListed: true,
    securityContact: undefined,
    index,
    facts: () => ({ origin, operator: null }),
    apiDocument: () => API_DOCUMENT,
    offers: async () => sold,
  });

async function show(pathname: string, sold: readonly SiteOffer[]): Promise<string> {
  const answer = await siteOf({ sold }).answer({ pathname, search: '', host: 'clearcut.example', headers: {} });
  return Buffer.from(answer?.body ?? []).toString();
}

const graph = (markup: string): Record<string, unknown>[] =>
  (JSON.parse(/ld\+json">(.*?)<\/script>/.exec(markup)?.[1] ?? '{}') as { '@graph': Record<string, unknown>[] })[
    '@graph'
  ];

test('the page with the prices tells search engines what each plan costs, and people without JavaScript too', async () => {
  const markup = await show('/es/pricing', PLANS);
  const [, application] = graph(markup);
  expect(application?.['offers']).toMatchObject([
    { '@type': 'Offer', price: '1.00', priceCurrency: 'USD', url: 'https://clearcut.example/es/pricing' },
    { price: '29.50', priceCurrency: 'USD', priceSpecification: { unitCode: 'MON', billingDuration: 1 } },
  ]);
  expect(markup).toContain('29,50');
});

test('no price stands on a page where nothing is sold, or on another page', async () => {
  expect(graph(await show('/pricing', [])).map((thing) => thing['@type'])).toEqual(['BreadcrumbList']);
  expect(await show('/faq', PLANS)).not.toContain('29.50');
});

test('a build without a place for the head is refused at the start', () => {
  expect(() => siteOf({ index: INDEX.replace('</head>', '') })).toThrow('</head>');
});

test('the reference of the API can be read without JavaScript, and is no large page', async () => {
  const page = await show('/docs/api', []);
  const plain = /<noscript>(.*)<\/noscript>/s.exec(page)?.[1] ?? '';
  for (const { operationId, path } of operationsOf(API_DOCUMENT)) {
    expect(plain).toContain(`<h3 id="${operationId}">`);
    expect(plain).toContain(path);
  }
  for (const type of Object.keys(API_DOCUMENT.components.schemas)) expect(plain).toContain(`id="type-${type}"`);
  expect(plain).not.toMatch(/undefined|\[object/);
  expect(brotliCompressSync(page).length).toBeLessThanOrEqual(14 * 1024);
});
