/**
 * What Lighthouse says of the public pages, and what their code weighs beside a page without any. Only in a long run: it takes some minutes. Its
 * figure for speed is left out: on a busy machine the same page gets twice the one of before.
 */
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { drawnPage } from '../support/drawn-page.ts';
import { freePort } from '../support/servers/java-server.ts';
import { createVisitor } from './visitor.ts';

const PAGES = ['home', 'pricing', 'contact', 'faq'] as const satisfies readonly PublicPage[];
const CATEGORIES = ['accessibility', 'seo', 'best-practices'] as const;

/** The code and the texts of a page may weigh so many times what the page weighs without them: as a static one, in the same run. */
const MOST_OF_FLOOR = 3;

const visitor = createVisitor();
let browser: Browser;
let port: number;

describe.runIf(process.env['LONG_TESTS'] === '1')('Lighthouse', () => {
  beforeAll(async () => {
    port = await freePort();
    browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  });
  afterAll(() => browser.close());

  test.for(PAGES)('finds nothing wrong with the page %s', async (name) => {
    const address = visitor.url() + PUBLIC_PAGES[name].path;
    await drawnPage(address);
    const result = await lighthouse(address, {
      port,
      onlyCategories: [...CATEGORIES],
      // Search engines may list nothing of a sandbox, in which alone there are prices without a payment provider.
      skipAudits: ['is-crawlable'],
      logLevel: 'error',
    });
    if (result === undefined) throw new Error('Lighthouse has no result');
    const { categories, audits } = result.lhr;
    const wrong = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
      .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details)}`);
    expect(wrong).toEqual([]);
    expect(CATEGORIES.map((category) => categories[category]?.score)).toEqual(CATEGORIES.map(() => 1));
  });

  test.for(PAGES)('the code of the page %s weighs little beside the page without it', async (name) => {
    const address = visitor.url() + PUBLIC_PAGES[name].path;
    const document = await drawnPage(address, { 'accept-encoding': 'br' });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name: url, encodedBodySize } = entry as PerformanceResourceTiming;
        return [new URL(url).pathname, encodedBodySize] as const;
      }),
    );
    await context.close();
    // What was fetched ahead is told a second time when it is used.
    const files = [...new Map(fetched)];
    const weigh = (all: typeof files) => all.reduce((sum, [, bytes]) => sum + bytes, 0);
    const isCode = ([path]: (typeof files)[number]) => /\.(js|json)$|^\/api\//.test(path);
    const floor = Number(document.headers.get('content-length')) + weigh(files.filter((file) => !isCode(file)));
    const code = weigh(files.filter(isCode));
    expect(code).toBeGreaterThan(0);
    expect(code / floor, `${code} bytes of code and texts, ${floor} without`).toBeLessThanOrEqual(MOST_OF_FLOOR);
  });
});
