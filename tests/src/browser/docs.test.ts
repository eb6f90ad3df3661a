/** Developer pages: every error, and the API reference. */
import { errorCatalogue } from '@clearcut/schemas/errors';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newEmail, signUp } from './person.ts';
import { createVisitor, duckPath, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function fitsAndIsAccessible(page: Page, name: string): Promise<void> {
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, name);
}

test("a problem's type leads to its error, also for a reader of another language", async () => {
  const answer = await fetch(`${visitor.url()}/v1/account`, { headers: { accept: 'application/problem+json' } });
  const { type, errorCode } = (await answer.json()) as { type: string; errorCode: string };
  expect(errorCode).toBe('api_key_required');
  for (const [locale, address] of [
    ['en-GB', '/docs/errors'],
    ['ar', '/ar/docs/errors'],
  ] as const) {
    const { pathname, hash } = new URL(type);
    const page = await visitor.open(pathname + hash, { locale });
    expect(new URL(page.url()).pathname).toBe(address);
    const row = page.locator(`#${errorCode}`);
    expect(await row.getAttribute('aria-current')).toBe('true');
    const isSeen = () => row.evaluate((element) => [0, 900].map((y) => element.getBoundingClientRect().top < y));
    await expect.poll(isSeen, { timeout: 30_000 }).toEqual([false, true]);
    expect(await row.innerText()).toContain('Send an API key');
  }
});

test('every error of the catalogue has one anchor, under its status', async () => {
  const page = await visitor.open('/docs/errors');
  const shown = await page.locator('main section').evaluateAll((sections) =>
    sections.flatMap((section) =>
      [...section.querySelectorAll('li')].map(({ id, textContent }) => ({
        id,
        status: section.querySelector('h2')?.textContent,
        textContent,
      })),
    ),
  );
  expect(shown.map(({ id }) => id).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  for (const { id, status, textContent } of shown) {
    const known = errorCatalogue[id as keyof typeof errorCatalogue];
    expect(status).toBe(String(known.status));
    expect(textContent).toContain(known.message);
  }
});

test.for(['', '/ar'])('the errors fit and are accessible at %s/docs/errors', async (prefix) => {
  for (const width of [360, 1280]) {
    const page = await visitor.open(`${prefix}/docs/errors`, { viewport: { width, height: 800 } });
    await fitsAndIsAccessible(page, `docs-errors${prefix.replace('/', '-')}-${width}`);
  }
});

const GUIDES = ['move', 'recipes', 'commandLine', 'library', 'typescript', 'python'] as const;

test.for(['en', 'ar'] as const)(
  'in %s, the index links to every guide, and all fit and are accessible',
  async (code) => {
    for (const width of [390, 1280]) {
      const page = await visitor.open(localPath(code, '/docs'), { viewport: { width, height: 800 } });
      await fitsAndIsAccessible(page, `docs-index-${code}-${width}`);
      for (const guide of GUIDES) {
        const path = localPath(code, PUBLIC_PAGES[guide].path);
        await page.locator(`main a[href="${path}"]`).click();
        await page.waitForURL(`**${path}`);
        await page.locator('main pre').first().waitFor();
        await fitsAndIsAccessible(page, `docs-${guide}-${code}-${width}`);
        expect(await brokenLinks(page)).toEqual([]);
        await page.locator(`main a[href="${localPath(code, '/docs')}"]`).click();
        await page.waitForURL(`**${localPath(code, '/docs')}`);
      }
      await page.context().close();
    }
  },
);

/** Links from a page's text that this product answers with an error. */
const brokenLinks = (page: Page): Promise<string[]> =>
  page.locator('main a').evaluateAll(async (links) => {
    const own = links
      .map((link) => (link as HTMLAnchorElement).href)
      .filter((href) => href.startsWith(location.origin));
    const answers = await Promise.all(own.map(async (href) => ({ href, ok: (await fetch(href)).ok })));
    return answers.filter(({ ok }) => !ok).map(({ href }) => href);
  });

/** Links to missing anchors of the same page. */
const brokenAnchors = (page: Page): Promise<string[]> =>
  page.locator('main a[href*="#"]').evaluateAll((links) =>
    links
      .map((link) => new URL((link as HTMLAnchorElement).href))
      .filter(({ pathname, hash }) => pathname === location.pathname && !document.getElementById(hash.slice(1)))
      .map(String),
  );

/** Waits until keyboard focus continues from the visible heading. */
async function isAt(page: Page, id: string): Promise<void> {
  const place = () =>
    page.evaluate(() => {
      const { top = Infinity } = document.activeElement?.getBoundingClientRect() ?? {};
      return [document.activeElement?.id, top >= -1 && top < innerHeight];
    });
  await expect.poll(place).toEqual([id, true]);
}

test('the reference has every operation, and an address with a fragment finds its place', async () => {
  const page = await visitor.open('/docs/api#savePicture');
  const heading = page.getByRole('heading', { name: 'savePicture' });
  await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900);
  const reference = (await (await fetch(`${visitor.url()}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(reference.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const shown = await page
    .locator('main article')
    .evaluateAll((articles) => articles.map((article) => String(article.getAttribute('aria-labelledby'))));
  expect(shown.toSorted()).toEqual(ids.toSorted());
  expect(await brokenAnchors(page)).toEqual([]);

  await page.getByRole('article', { name: 'getPicture', exact: true }).getByText('Errors', { exact: true }).click();
  await page.getByRole('link', { name: 'picture_not_found' }).first().click();
  await page.waitForURL('**/docs/errors#picture_not_found');
});

test('the reference can be searched by keyboard only', async () => {
  const page = await visitor.open('/docs/api');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('rotate secret');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect.poll(() => contents.getByRole('link').allInnerTexts()).toEqual(['rotateWebhookSecret']);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/api#rotateWebhookSecret');
  await isAt(page, 'rotateWebhookSecret');
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('v1/batches');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe('getBatch');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('createBatch');
});

test('the types have their own page, linked from operations, search and older addresses', async () => {
  const page = await visitor.open('/ar/docs/api#savePicture');
  const save = page.getByRole('article', { name: 'savePicture' });
  await save.getByRole('link', { name: 'Save', exact: true }).first().click();
  await page.waitForURL('**/ar/docs/api/types#type-Save');
  await isAt(page, 'type-Save');
  const { components } = (await (await fetch(`${visitor.url()}/v1/openapi.json`)).json()) as {
    components: { schemas: Record<string, unknown> };
  };
  const shown = await page.locator('main h2').evaluateAll((headings) => headings.map(({ id }) => id));
  expect(shown).toEqual(Object.keys(components.schemas).map((name) => `type-${name}`));
  expect(await brokenAnchors(page)).toEqual([]);

  await page.keyboard.press('Control+K');
  await page.keyboard.type('getAccount');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ar/docs/api#getAccount');
  await isAt(page, 'getAccount');

  // Where the types were before they got a page.
  await page.goto(`${visitor.url()}/docs/api#type-WebhookList`);
  await page.waitForURL('**/docs/api/types#type-WebhookList');
  await isAt(page, 'type-WebhookList');
});

test('a call can be tried in place, with a key that only the page keeps', async () => {
  const page = await visitor.open('/');
  await signUp(page, 'en', newEmail());
  const key = await page.evaluate(async () => {
    const clientId = (JSON.parse(localStorage.getItem('client-id') ?? '{}') as { value?: string }).value ?? '';
    const answer = await fetch('/api/keys/', {
      method: 'POST',
      headers: { 'client-id': clientId, 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'Tried', mode: 'test' }),
    });
    return ((await answer.json()) as { key: string }).key;
  });
  await page.goto(`${visitor.url()}/docs/api#getAccount`);
  const account = page.getByRole('article', { name: 'getAccount' });
  await account.getByText('Try it').click();
  await account.getByLabel('API key').fill('wrong');
  await account.getByRole('button', { name: 'Send GET' }).click();
  await account.getByText('401 Unauthorized').waitFor();
  await account.getByLabel('API key').fill(key);
  await account.getByLabel('API key').press('Enter');
  await account.getByText('200 OK').waitFor();
  await expect.poll(() => account.getByRole('region', { name: 'The response' }).innerText()).toContain('"credits"');
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'docs-try-account');

  const picture = page.getByRole('article', { name: 'createPicture' });
  await picture.getByText('Try it').click();
  expect(await picture.getByLabel('API key').inputValue()).toBe(key);
  await picture.locator('input[type=file]').setInputFiles(duckPath);
  await picture.getByLabel('Prefer').fill('wait=30');
  await picture.getByRole('button', { name: 'Send POST' }).click();
  await picture.getByText('200 OK').waitFor({ timeout: 60_000 });
  const { id } = JSON.parse(await picture.getByRole('region', { name: 'The response' }).innerText()) as { id: string };
  const file = page.getByRole('article', { name: 'getPictureFile' });
  await file.getByText('Try it').click();
  await file.getByLabel('id').fill(id);
  await file.getByRole('button', { name: 'Send GET' }).click();
  await file.getByRole('img', { name: 'The picture in the response' }).waitFor({ timeout: 60_000 });
  await page.setViewportSize({ width: 360, height: 800 });
  await fitsAndIsAccessible(page, 'docs-try-360');
  expect(await page.evaluate((secret) => Object.values<string>(localStorage).join(' ').includes(secret), key)).toBe(
    false,
  );
});

test("one example's language applies to all", async () => {
  const page = await visitor.open('/docs/api');
  const account = page.getByRole('article', { name: 'getAccount' });
  await account.getByRole('button', { name: 'Python' }).click();
  expect(await account.getByRole('region').innerText()).toContain(`"${visitor.url()}/v1/account/"`);
  expect(await page.getByRole('region', { name: 'Webhooks: verify the signature, Python' }).innerText()).toContain(
    'verify_webhook(',
  );
});

test.for([
  ['', 'api'],
  ['/ar', 'api'],
  ['', 'api/types'],
  ['/ar', 'api/types'],
] as const)('the reference fits and is accessible at %s/docs/%s', async ([prefix, path]) => {
  for (const width of [360, 1280]) {
    const page = await visitor.open(`${prefix}/docs/${path}`, { viewport: { width, height: 800 } });
    await fitsAndIsAccessible(page, `docs-${path}${prefix}-${width}`.replaceAll('/', '-'));
  }
});
