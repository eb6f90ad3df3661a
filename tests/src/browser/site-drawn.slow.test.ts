import { TRANSLATIONS } from '@clearcut/schemas/languages';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawnPage } from '../support/drawn-page.ts';
import { newOwner } from './library.ts';
import { createVisitor, photograph, seriousProblems, untilTakenOver } from './visitor.ts';

const visitor = createVisitor();

const PAGES = [
  'home',
  'pricing',
  'contact',
  'faq',
  'terms',
  'privacy',
  'cookies',
  'dataDeletion',
  'pictureCredits',
  'upload',
  'docs',
  'move',
  'library',
  'apiReference',
  'apiTypes',
  'apiErrors',
  'forgotPassword',
] as const satisfies readonly PublicPage[];

/** Observations while the browser hydrates a page. */
interface Watched {
  /** The served heading, unless replaced. */
  served: Element | null;
  servedText: string;
  readonly shifts: string[];
  /** Violations of the content security policy. */
  readonly refused: string[];
}
declare global {
  interface Window {
    watched?: Watched;
  }
}

async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched: Watched = { served: null, servedText: '', shifts: [], refused: [] };
    window.watched = watched;
    document.addEventListener('readystatechange', () => {
      watched.served ??= document.querySelector('#root h1');
      watched.servedText ||= document.getElementById('root')?.textContent ?? '';
    });
    document.addEventListener('securitypolicyviolation', (event) => {
      watched.refused.push(`${event.effectiveDirective}: ${event.blockedURI}`);
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shifts.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** With its console output. */
interface Tab {
  readonly page: Page;
  readonly console: string[];
}

/**
 * Opens a server-rendered page and waits for hydration. Its fonts are cached, since their arrival is not under test.
 */
async function open(path: string, options: BrowserContextOptions = {}): Promise<Tab> {
  await drawnPage(visitor.url() + path);
  const page = await visitor.open(path, { reducedMotion: 'no-preference', ...options });
  await page.waitForLoadState('networkidle');
  await watch(page.context());
  const tab = listenTo(page);
  await page.goto(visitor.url() + path);
  await page.waitForLoadState('networkidle');
  return tab;
}

function listenTo(page: Page): Tab {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  return { page, console: messages };
}

/** Hydration keeps the server's markup, logs nothing and moves nothing. */
async function expectTakenOver({ page, console }: Tab, path: string): Promise<void> {
  await page.goto(visitor.url() + path);
  await untilTakenOver(page);
  await page.waitForLoadState('networkidle');
  const { isServed, shifts, refused, before, after } = await page.evaluate(() => ({
    isServed: document.querySelector('#root h1') === window.watched?.served,
    shifts: window.watched?.shifts,
    refused: window.watched?.refused,
    before: window.watched?.servedText,
    // An outlined field without a label has a zero-width space in its place.
    after: document.getElementById('root')?.textContent.replaceAll('\u200B', ''),
  }));
  const where = { path, width: page.viewportSize()?.width };
  expect({ ...where, isServed, shifts, refused }).toEqual({ ...where, isServed: true, shifts: [], refused: [] });
  expect({ ...where, text: after }).toEqual({ ...where, text: before });
  expect({ ...where, console: console.splice(0) }).toEqual({ ...where, console: [] });
}

describe.each(['en', 'es', 'ar', 'he', 'ja'] as const)('in %s', (code) => {
  // One browser fetches the shared parts once.
  test(
    'every page hydrates unchanged and is accessible, without logs or layout shifts',
    { timeout: 300_000 },
    async () => {
      const phone = await open(localPath(code, '/'));
      const desktop = listenTo(await phone.page.context().newPage());
      await phone.page.setViewportSize({ width: 390, height: 844 });
      await desktop.page.setViewportSize({ width: 1280, height: 844 });
      for (const name of PAGES) {
        const path = localPath(code, PUBLIC_PAGES[name].path);
        await drawnPage(visitor.url() + path);
        await Promise.all([expectTakenOver(phone, path), expectTakenOver(desktop, path)]);
        expect({ path, problems: await seriousProblems(desktop.page) }).toEqual({ path, problems: [] });
        await photograph(desktop.page, `drawn-${name}-${code}`);
      }
    },
  );

  test('a not-found page hydrates, too', async () => {
    const path = localPath(code, '/').replace(/\/$/, '');
    const { page, console } = await open(`${path}/nowhere`);
    expect(console.filter((text) => !text.includes('404'))).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('#root h1') === window.watched?.served)).toBe(true);
  });
});

/** New browsers without a cache; `width` in CSS pixels. */
async function strangers(): Promise<(width: number) => Promise<Page>> {
  const browser = (await visitor.open('/faq')).context().browser();
  if (browser === null) throw new Error('The browser is gone');
  return async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    onTestFinished(() => context.close());
    await watch(context);
    return context.newPage();
  };
}

/** Delays requests for `what` until the page has rendered. */
const delay = (page: Page, what: RegExp): Promise<unknown> =>
  page.route(what, async (route) => {
    await setTimeout(700);
    await route.continue();
  });

/** Cumulative layout shift (web.dev/articles/cls), once the page is at rest. */
async function shiftOf(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return window.watched?.shifts ?? ['{"value":1}'];
  });
  const sum = shifts.reduce((all, shift) => all + (JSON.parse(shift) as { value: number }).value, 0);
  return Math.round(sum * 1000) / 1000;
}

test.for(['en', 'es', 'ar', 'he', 'ja', 'ru', 'th', 'pl'] as const)(
  'regression, in %s: late typefaces moved the page of a first visit',
  async (code) => {
    const strangersPage = await strangers();
    /** The intercepted requests bypass the browser's caches, so each visit is like a first one. */
    const visitAt = async (width: number) => {
      const page = await strangersPage(width);
      await delay(page, /\.woff2$/);
      const fetched: string[] = [];
      page.on('response', (response) => void (response.url().endsWith('.woff2') && fetched.push(response.url())));
      return async (path: string): Promise<void> => {
        await page.goto(`${visitor.url()}${path}?lang=stay`);
        expect([path, width, await shiftOf(page)]).toEqual([path, width, 0]);
        expect(fetched.splice(0).length).toBeGreaterThan(1);
      };
    };
    const visits = [await visitAt(390), await visitAt(1280)];
    for (const name of ['home', 'pricing', 'faq', 'contact'] as const) {
      const path = localPath(code, PUBLIC_PAGES[name].path);
      await drawnPage(visitor.url() + path);
      // In parallel: each mostly waits for its fonts.
      await Promise.all(visits.map((visit) => visit(path)));
    }
  },
);

/** Font names, as in their files, of the first heading. */
async function typefacesOfHeading(page: Page): Promise<string> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('DOM.enable');
  await devTools.send('CSS.enable');
  const { root } = await devTools.send('DOM.getDocument');
  const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devTools.detach();
  return fonts.map(({ familyName }) => familyName).join(', ');
}

test('a late typeface is shown from the next page on', async () => {
  await drawnPage(`${visitor.url()}/faq`);
  const page = await (await strangers())(1280);
  await delay(page, /\.woff2$/);
  await page.goto(`${visitor.url()}/faq?lang=stay`);
  await page.waitForLoadState('networkidle');
  expect(await typefacesOfHeading(page)).not.toContain('Bricolage');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  await expect.poll(() => typefacesOfHeading(page)).toContain('Bricolage');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('he');
  await page.waitForURL(`${visitor.url()}/he/contact`);
  await expect.poll(() => typefacesOfHeading(page), { timeout: 10_000 }).toContain('Noto Sans Hebrew');
});

test.for(['en', 'he', 'de'] as const)(
  'regression, in %s: prices loaded after the page had more room than was kept for them',
  async (code) => {
    const path = localPath(code, '/pricing');
    const strangersPage = await strangers();
    for (const width of [390, 768, 1280]) {
      const page = await strangersPage(width);
      // As with a slow payment provider: without prices, and here unrendered.
      await page.route(/\/pricing/, async (route) => {
        const answer = await route.fetch();
        const markup = await answer.text();
        const empty = markup
          .replace(/,&quot;sold&quot;:.*?(?=}")/, '')
          .replace(/(<div id="root"[^>]*>)[^]*(<\/body>)/, '$1</div>$2');
        await route.fulfill({ response: answer, body: empty });
      });
      await delay(page, /\/api\/stripe\/(prices|currencies)/);
      await page.goto(`${visitor.url()}${path}?lang=stay`);
      await page.locator('.MuiSkeleton-root[aria-label]').waitFor();
      await page.locator('main li').first().waitFor();
      expect([path, width, await shiftOf(page)]).toEqual([path, width, 0]);
      await page.context().close();
    }
  },
);

/** A page of a member whom the browser remembers. */
async function remembered(): Promise<Page> {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/my-account`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('the header changes for a remembered member, and nothing moves', async () => {
  const page = await remembered();
  await drawnPage(`${visitor.url()}/faq`);
  await page.goto(`${visitor.url()}/faq`);
  await page.waitForLoadState('networkidle');
  await watch(page.context());
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${visitor.url()}/faq`);
    await page.waitForLoadState('networkidle');
    if (width === 1280) await page.getByRole('link', { name: 'My account' }).waitFor();
    expect(
      await page.evaluate(() => [
        document.querySelector('#root h1') === window.watched?.served,
        window.watched?.shifts,
      ]),
    ).toEqual([true, []]);
  }
});

test('a remembered dark theme is shown before the page hydrates', async () => {
  const { page: before } = await open('/');
  await before.getByRole('button', { name: 'Dark mode' }).click();
  const page = await before.context().newPage();
  // The only script that runs before the first paint.
  await page.route(/(?<!theme)\.js$/, (route) => route.abort());
  await page.goto(visitor.url());
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(11, 17, 16)');
});

test('regression: a language chosen before the page hydrated was lost', async () => {
  await drawnPage(`${visitor.url()}/faq`);
  const page = await (await strangers())(1280);
  const { promise: chosen, resolve: hydrate } = Promise.withResolvers<void>();
  await page.route(/(?<!theme)\.js$/, async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto(`${visitor.url()}/faq?lang=stay`, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  hydrate();
  await page.waitForURL(`${visitor.url()}/es/faq*`);
  await page.getByRole('combobox', { name: 'Idioma' }).waitFor();
});

test("a member who opens a visitors' page is redirected, even though the server rendered it", async () => {
  const page = await remembered();
  await drawnPage(`${visitor.url()}/upload`);
  await page.goto(`${visitor.url()}/upload`);
  await page.waitForURL(`${visitor.url()}/`);
  await page.getByRole('heading', { level: 1 }).getByText('Keep the cat').waitFor();
});

test('in th, whose words no space separates, no page has a serious problem', async () => {
  const page = await visitor.open('/th');
  for (const name of PAGES) {
    const path = localPath('th', PUBLIC_PAGES[name].path);
    await page.goto(visitor.url() + path);
    expect({ path, problems: await seriousProblems(page) }).toEqual({ path, problems: [] });
    await photograph(page, `drawn-${name}-th`);
  }
});

test('the keyboard reaches the header, the languages and the page', async () => {
  const { page } = await open('/faq', { viewport: { width: 1280, height: 844 } });
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLElement).innerText || document.activeElement?.ariaLabel);
  const names: (string | null | undefined)[] = [];
  for (let stop = 0; stop < 10; stop++) {
    await page.keyboard.press('Tab');
    names.push(await focused());
  }
  expect(names.slice(0, 6)).toEqual(['Skip to content', 'Clearcut', 'How it works', 'Prices', 'Contact', 'FAQ']);
  expect(names.slice(7)).toEqual(['Dark mode', 'Log in', 'Sign up']);
  await page.getByRole('combobox', { name: 'Language' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(`${visitor.url()}/${TRANSLATIONS[1]?.code}/faq`);
});
