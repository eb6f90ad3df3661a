/** Every page with texts 40 % longer than English, and right-to-left: overflow, and hard-coded texts. */
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { makeAccount, PASSWORD } from './person.ts';
import { accented, hardCoded, mirrored, overflowing, showPseudo } from './pseudo-locale.ts';
import { choose, createVisitor, duckPath, photograph, untilCutOut } from './visitor.ts';

const visitor = createVisitor();
const WIDTHS = [320, 768, 1280];

/** Reference and guides are English in every language. */
const PATHS = Object.values(PUBLIC_PAGES).map(({ path }): string => path);
const IN_ENGLISH = PATHS.filter((path) => path.startsWith('/docs/'));
const PUBLIC = PATHS.map((path) => path.replace(':token', 'abc'));
const PRIVATE = [
  '/app/dashboard',
  '/app/dashboard/bulk',
  '/app/my-images',
  '/app/billing',
  '/app/billing/payment-method',
  '/app/checkout?step=SELECT_PLAN',
  '/app/users',
  '/app/users/create',
  '/app/security-log',
  '/app/api',
  '/app/my-account?tab=general',
  '/app/my-account?tab=tax',
  '/app/my-account?tab=history',
];

/** Measures again for up to 3 s while the page follows a change of its width. */
async function overflowingAtRest(page: Page): Promise<string[]> {
  const end = Date.now() + 3_000;
  for (;;) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const found = await overflowing(page);
    if (found.length === 0 || Date.now() > end) return found;
  }
}

async function problemsAt(page: Page, path: string): Promise<string[]> {
  // The error screen has a heading too, but no header.
  await page.locator('body:has(header) h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    problems.push(...(await overflowingAtRest(page)).map((one) => `${path} at ${width} px: ${one}`));
    await photograph(page, `pseudo${path.replaceAll(/[/?=]/g, '-')}-${width}`);
  }
  if (!IN_ENGLISH.includes(path)) {
    problems.push(...(await hardCoded(page)).map((text) => `${path} has words of its own: ${text}`));
  }
  return problems;
}

describe.each([
  ['en-XA', 'en', accented],
  ['ar-XB', 'ar', mirrored],
] as const)('in %s', (_name, language, change) => {
  const prefix = language === 'en' ? '' : `/${language}`;
  const open = async (): Promise<Page> => {
    const page = await visitor.open('/?lang=stay');
    await showPseudo(page, language, change);
    return page;
  };

  test('every public page fits, and has no text outside the text files', async () => {
    const page = await open();
    const problems: string[] = [];
    for (const path of PUBLIC) {
      await page.goto(visitor.url() + (path === '/' ? prefix || '/' : prefix + path));
      problems.push(...(await problemsAt(page, path)));
    }
    expect(problems).toEqual([]);
  });

  test('every account page fits, and has no text outside the text files', async () => {
    const email = await makeAccount(visitor.url(), language);
    const page = await open();
    const login = { email, password: PASSWORD };
    await page.request.post(`${visitor.url()}/api/auth/login`, { data: login, headers: { 'client-id': 'pseudo' } });
    const problems: string[] = [];
    await page.goto(`${visitor.url()}/app/dashboard`);
    await choose(page, duckPath);
    await untilCutOut(page);
    problems.push(...(await problemsAt(page, '/app/dashboard')));
    await page.goto(`${visitor.url()}/app/editor`);
    problems.push(...(await problemsAt(page, '/app/editor')));
    for (const path of PRIVATE) {
      await page.goto(visitor.url() + path);
      problems.push(...(await problemsAt(page, path)));
    }
    expect(problems).toEqual([]);
  });
});
