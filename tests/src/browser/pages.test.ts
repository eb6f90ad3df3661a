import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '@clearcut/platform/config/project';
import { TRANSLATIONS, tagOf } from '@clearcut/schemas/languages';
import { PUBLIC_PAGES, type PublicPage } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newOwner, untilThere, upload, vase } from './library.ts';
import { choose, createVisitor, duckPath, isShared, photograph, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const languages = [
  ['en', '', 'ltr', 'Keep the cat. Lose the background.'],
  ['es', '/es', 'ltr', 'Quédate con el gato. Quita el fondo.'],
  ['ar', '/ar', 'rtl', 'احتفظ بالقطة. وتخلَّص من الخلفية.'],
] as const;

describe.each(languages)('in %s', (language, prefix, dir, headline) => {
  test('the home page fits and is accessible in light and dark colours', async () => {
    const page = await visitor.open(prefix || '/', { colorScheme: 'light' });
    expect((await page.locator('h1').innerText()).replaceAll(/\s+/g, ' ')).toBe(headline);
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      dir,
    ]);
    for (const width of [360, 390, 600, 768, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => overflow(page), { message: `at ${width} px` }).toBe(0);
      if (width === 600 || width === 768 || width === 900) await photograph(page, `home-${language}-${width}`);
      if (width !== 390 && width !== 1440) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousProblems(page)).toEqual([]);
        await photograph(page, `home-${language}-${width}-${colorScheme}`);
      }
    }
  });

  test('regression: the header fits at each width before its typeface has loaded', async () => {
    const page = await visitor.open(prefix || '/');
    await page.addStyleTag({ content: '* { font-family: Verdana, "DejaVu Sans", sans-serif !important; }' });
    for (const width of [360, 767, 768, 1023, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => overflow(page), { message: `at ${width} px` }).toBe(0);
    }
  });

  test('the upload and result pages fit and are accessible', async () => {
    const page = await visitor.open(`${prefix}/upload`, { viewport: { width: 360, height: 780 } });
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `upload-${language}-360`);
    await choose(page, duckPath);
    await untilCutOut(page);
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `result-${language}-360`);
    for (const width of [600, 768, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflow(page), { message: `at ${width} px` }).toBe(0);
      await photograph(page, `result-${language}-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `result-${language}-1440-dark`);
  });

  test('search engines learn what the page is and where its translations are', async () => {
    const page = await visitor.open(`${prefix}/upload`);
    const base = visitor.url();
    expect(await page.locator('title').count()).toBe(1);
    expect(await page.title()).not.toBe('');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${base}${prefix}/upload`);
    const alternates = await page
      .locator('link[rel=alternate]')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]));
    expect(alternates).toEqual([
      ...TRANSLATIONS.map(({ code }) => [tagOf(code), base + localPath(code, '/upload')]),
      ['x-default', `${base}/upload`],
    ]);
  });
});

test.for([
  ['de', '/terms-and-conditions'],
  ['ru', '/privacy-policy'],
] as const)('regression: a heading of one long word fits on a narrow phone, in %s', async ([code, path]) => {
  const page = await visitor.open(localPath(code, path), { viewport: { width: 320, height: 700 } });
  expect(await overflow(page)).toBe(0);
});

describe('the language', () => {
  test('is switched without losing the page, and remembered', async () => {
    const page = await visitor.open('/upload');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
    await page.getByRole('heading', { name: 'Eliminar un fondo' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/es/upload');
    await page.goto(visitor.url());
    await page.getByText('Quita el fondo.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/es');

    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
    await page.getByText('Lose the background.').waitFor();
    await page.reload();
    await page.getByText('Lose the background.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('is the browser’s on the first visit, if supported', async () => {
    const spanish = await visitor.open('/', { locale: 'es-MX' });
    expect(new URL(spanish.url()).pathname).toBe('/es');
    const vietnamese = await visitor.open('/', { locale: 'vi-VN' });
    expect(new URL(vietnamese.url()).pathname).toBe('/');
  });

  test('in the address takes precedence', async () => {
    const page = await visitor.open('/en/upload', { locale: 'es-ES' });
    await page.getByRole('heading', { name: 'Remove a background' }).waitFor();
  });
});

test('dark and light follow the system until a user chooses, and the choice is remembered', async () => {
  const page = await visitor.open('/', { colorScheme: 'dark' });
  const desk = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await desk();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(desk).not.toBe(dark);

  await page.getByRole('button', { name: 'Dark mode' }).click();
  await page.reload();
  await page.locator('h1').waitFor();
  await expect.poll(desk).toBe(dark);
  expect(await page.getByRole('button', { name: 'Dark mode' }).getAttribute('aria-pressed')).toBe('true');
});

test('account pages have their own title and description, and are not indexed', async () => {
  const { page } = await newOwner(visitor);
  const me = await page.request.get(`${visitor.url()}/api/user/me`, { headers: { 'client-id': 'pages-test' } });
  const { pk } = (await me.json()) as { pk: string };
  const seen = new Set<string>();
  const paths: readonly [path: string, title: string][] = [
    ['/app/my-images', 'My images'],
    ['/app/dashboard/bulk', 'Bulk upload'],
    ['/app/my-account', 'My account'],
    ['/app/users', 'Users'],
    ['/app/users/create', 'New user'],
    [`/app/users/${pk}`, 'Edit user'],
    ['/app/receipt/nothing/nothing', 'Receipt'],
  ];
  for (const [path, title] of paths) {
    await page.goto(visitor.url() + path);
    await expect.poll(() => page.title(), { timeout: 30_000 }).toBe(`${title} – Clearcut`);
    seen.add((await page.locator('meta[name=description]').getAttribute('content')) ?? '');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  }
  expect(seen.size).toBe(paths.length);
});

test.each(['/nothing', '/vi/upload', '/es/nothing'])('%s is not found, and says where to go next', async (path) => {
  const page = await visitor.open(path);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('link[rel=canonical]').count()).toBe(0);
  expect(await page.locator('footer').count()).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'not-found');
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const language = path.startsWith('/es') ? 'es' : 'en';
  expect(links).toEqual(
    (['/upload', '/', '/pricing', '/faq', '/contact'] as const).map((to) => localPath(language, to)),
  );
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL('**/upload');
});

test('every link of the home page leads somewhere', async () => {
  const page = await visitor.open('/');
  const paths = await page
    .locator('a[href]')
    .evaluateAll((links) => [...new Set(links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))]);
  const pages = [
    'contact',
    'cookies',
    'dataDeletion',
    'pictureCredits',
    'docs',
    'faq',
    'pricing',
    'privacy',
    'terms',
    'upload',
  ];
  const homes = TRANSLATIONS.map(({ code }) => localPath(code, '/'));
  expect(paths.toSorted()).toEqual(
    [...pages.map((page) => PUBLIC_PAGES[page as PublicPage].path), ...homes].toSorted(),
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'How it works' }).click();
  expect(new URL(page.url()).hash).toBe('#how-to-use');
  await page.getByRole('heading', { name: 'How it works' }).waitFor();
});

/** Addresses of fetched scripts and texts. */
async function codeOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.js$|\/assets\/.*\.json$/.test(name)),
  );
  // A preloaded file is reported again when used.
  return [...new Set(fetched)];
}

async function gzipped(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    urls.map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the first load is at most 190 kB of scripts and texts, gzipped', async () => {
  const page = await visitor.open('/');
  const urls = await codeOf(page);
  expect(urls.length).toBeGreaterThan(3);
  expect(await gzipped(urls)).toBeLessThanOrEqual(190_000);
});

/** Sources of visitors' pages, by path in `client/`. */
const OF_VISITORS =
  /^src\/(app\/(site-pages|pricing-route)|features\/(site\b(?!\/contact\/(?!ContactPage))|billing\/pricing\b|developers\/docs\b))/;

/** Files of the build that only visitors' pages need. */
async function filesOfVisitors(): Promise<Set<string>> {
  const path = join(projectRoot, 'client/dist/.vite/manifest.json');
  const chunks = Object.entries(
    JSON.parse(await readFile(path, 'utf8')) as Record<
      string,
      { readonly file: string; readonly imports?: string[]; readonly dynamicImports?: string[] }
    >,
  );
  const found = new Set(chunks.map(([name]) => name).filter((name) => OF_VISITORS.test(name)));
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [name] of chunks) {
      const users = chunks.filter(([, { imports = [], dynamicImports = [] }]) =>
        [...imports, ...dynamicImports].includes(name),
      );
      if (users.length > 0 && users.every(([user]) => found.has(user))) found.add(name);
    }
  }
  return new Set(chunks.filter(([name]) => found.has(name)).map(([, { file }]) => `/${file}`));
}

test.skipIf(isShared)('members’ bundles contain no public pages and do not grow with them', async () => {
  const ofVisitors = await filesOfVisitors();
  const among = (urls: readonly string[]) =>
    urls.map((url) => new URL(url).pathname).filter((path) => ofVisitors.has(path));
  const { page } = await newOwner(visitor);
  await page.goto(visitor.url());
  expect(among(await codeOf(page))).not.toEqual([]);

  await page.goto(`${visitor.url()}/app/my-images`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const images = await codeOf(page);
  expect(among(images)).toEqual([]);
  expect(await gzipped(images)).toBeLessThanOrEqual(325_000);

  const id = await upload(page, visitor.url(), 'vase.png', await vase());
  await untilThere(page, visitor.url(), id);
  await page.goto(`${visitor.url()}/app/editor?image=${id}`);
  await page.locator('[data-testid=stage][aria-busy=false]').waitFor();
  const editor = await codeOf(page);
  expect(among(editor)).toEqual([]);
  expect(await gzipped(editor)).toBeLessThanOrEqual(400_000);
});

/** Paths of the fonts and texts fetched by an address. */
async function fetchedBy(address: string): Promise<string[]> {
  const page = await visitor.open(address);
  await page.waitForLoadState('networkidle');
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return names.map((name) => new URL(name).pathname).filter((path) => /\.woff2$|\.json$/.test(path));
}

test("the home page fetches only its own language's typefaces and texts", async () => {
  const english = await fetchedBy('/');
  expect(english.filter((path) => path.endsWith('.woff2') && !path.includes('-latin-wght'))).toEqual([]);
  expect(english.filter((path) => path.endsWith('.json')).every((path) => path.includes('/en/'))).toBe(true);
  const arabic = await fetchedBy('/ar');
  expect(arabic.filter((path) => path.includes('readex-pro-arabic')).length).toBe(1);
  expect(arabic.filter((path) => path.endsWith('.json')).every((path) => path.includes('/ar/'))).toBe(true);
});
