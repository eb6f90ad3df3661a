import { expect, test } from 'vitest';
import type { SiteOffer } from './page/shown-page.ts';
import { createSite } from './site.ts';

const INDEX = '<!doctype html>\n<html lang="en">\n<head></head><body><div id="root"></div></body></html>';
const PLANS: readonly SiteOffer[] = [
  { name: 'trial', amount: 100, currency: 'usd', interval: null },
  { name: 'starter', amount: 2950, currency: 'usd', interval: 'month' },
];

const origin = 'https://clearcut.example';
const siteOf = ({ index = INDEX, sold = [] }: { index?: string; sold?: readonly SiteOffer[] }) =>
  createSite({
    origin: () => origin,
    hosts: undefined,
    isListed: true,
    securityContact: undefined,
    index,
    facts: () => ({ origin, operator: null }),
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
