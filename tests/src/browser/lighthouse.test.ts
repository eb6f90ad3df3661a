/**
 * Lighthouse on the public pages, and their code's weight against a page without any. Only in long runs: it takes
 * minutes. Ignores the speed score, which doubles on a busy machine.
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

/** Maximum weight of code and texts, as a multiple of the page without them: as static page, in the same run. */
const MAX_OF_FLOOR = 3;

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
      // Search engines may not index a sandbox, the only place with prices but no payment provider.
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
    // A preloaded file is reported again when used.
    const files = [...new Map(fetched)];
    const weigh = (all: typeof files) => all.reduce((sum, [, bytes]) => sum + bytes, 0);
    const isCode = ([path]: (typeof files)[number]) => /\.(js|json)$|^\/api\//.test(path);
    const floor = Number(document.headers.get('content-length')) + weigh(files.filter((file) => !isCode(file)));
    const code = weigh(files.filter(isCode));
    expect(code).toBeGreaterThan(0);
    expect(code / floor, `${code} bytes of code and texts, ${floor} without`).toBeLessThanOrEqual(MAX_OF_FLOOR);
  });
});
