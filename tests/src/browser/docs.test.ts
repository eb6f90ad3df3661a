/** The pages for programmers: every error, and the reference of the API. */
import { errorCatalogue } from '@clearcut/schemas/errors';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function fitsAndIsAccessible(page: Page, name: string): Promise<void> {
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, name);
}

test('the type of a problem leads to its error, also for a person who reads another language', async () => {
  const answer = await fetch(`${visitor.url()}/v1/account`, { headers: { accept: 'application/problem+json' } });
  const { type, errorCode } = (await answer.json()) as { type: string; errorCode: string };
  expect(errorCode).toBe('api_key_required');
  for (const [locale, address] of [
    ['en-GB', '/docs/errors'],
    ['ar', '/ar/docs/errors'],
  ] as const) {
    const page = await visitor.open(type, { locale });
    expect(new URL(page.url()).pathname).toBe(address);
    const row = page.locator(`#${errorCode}`);
    expect(await row.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900);
    await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
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
