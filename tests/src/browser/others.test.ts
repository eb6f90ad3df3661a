/** Requests to other origins: none that the operator did not configure, none that the visitor refused. */
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { answer, banner, BEHIND_PROXY, openFrom, watch } from './stand-ins.ts';
import { signUp } from './person.ts';
import { choose, createVisitor, duckPath, untilCutOut } from './visitor.ts';

describe('with nothing configured', () => {
  const visitor = createVisitor();

  test('a visit from the home page through a picture and an account to the editor contacts no other origin', async () => {
    const page = await visitor.open('/');
    const elsewhere = watch(page, visitor.url());
    await page.reload();
    for (const path of ['/pricing', '/faq', '/contact', '/docs/api', '/cookies-policy', '/?gclid=1', '/upload']) {
      await page.goto(visitor.url() + path);
      await page.locator('h1').waitFor();
    }
    await choose(page, duckPath);
    await untilCutOut(page);
    await signUp(page);
    for (const path of ['/app/editor', '/app/my-images', '/app/billing', '/app/my-account']) {
      await page.goto(visitor.url() + path);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(elsewhere).toEqual([]);
    expect(await page.getByRole('button', { name: 'Cookie settings' }).count()).toBe(0);
  });
});

const consent = (page: Page, choice: 'all' | 'necessary') =>
  page.addInitScript((chosen) => {
    const value = { choice: chosen, by: 'person', about: ['tags', 'errors'], version: 1, country: 'DE' };
    const stored = { value: JSON.stringify({ ...value, at: '2026-11-25T00:00:00.000Z' }) };
    localStorage.setItem('cookie-consent', JSON.stringify(stored));
  }, choice);
const kinds = (reports: readonly string[]) =>
  new Set(reports.flatMap((report) => /"type":"(event|transaction|replay_event)"/.exec(report)?.[1] ?? []));
const fail = (page: Page) =>
  page.evaluate(() => {
    history.replaceState(null, '', `${location.pathname}?token=secret-1`);
    setTimeout(() => {
      throw new Error('Nothing for ann@example.com at /es/change-password/secret-2');
    });
  });

const ERRORS = 'https://errors.example.com';

describe('with a tag and error reporting', () => {
  const visitor = createVisitor({
    ownProduct: {
      ...BEHIND_PROXY,
      TAG_MANAGER: 'GTM-TEST1',
      PAID_TRAFFIC_TRACKING: 'consent',
      ERROR_REPORTING_DSN: 'https://key@errors.example.com/7',
    },
  });
  /** Under this name the product is a real site: localhost sends no reports. */
  const SITE = 'https://clearcut.example.com';

  /** Resolves the name to the product. Collects reports to the error service. */
  async function asSite(page: Page, chance: number): Promise<string[]> {
    const reports: string[] = [];
    await page.context().route(`${SITE}/**`, async (route) => {
      const url = route.request().url().replace(SITE, visitor.url());
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.context().route(`${ERRORS}/**`, (route) => {
      reports.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
      return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
    });
    await page.addInitScript((value) => (Math.random = () => value), chance);
    return reports;
  }
  test('a visitor who allowed only necessary cookies is never reported, and localhost reports nothing', async () => {
    const { page, elsewhere } = await openFrom(visitor, 'DE', '/faq');
    await banner(page).getByText('one visit in a hundred').waitFor();
    await answer(page, 'Only necessary');
    for (const path of ['/', '/pricing?gclid=1', '/upload']) {
      await page.goto(visitor.url() + path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(elsewhere).toEqual([]);
  });

  test('an error on a real site is reported without personal data, and one page in ten reports its times', async () => {
    const page = await visitor.open('/faq');
    const reports = await asSite(page, 0.5);
    await consent(page, 'necessary');
    await page.goto(`${SITE}/faq`);
    await page.waitForLoadState('networkidle');
    expect(reports).toEqual([]);
    // Hides this error from the test's own check.
    await page.evaluate(() => addEventListener('error', (event) => event.preventDefault()));
    await fail(page);
    await expect.poll(() => reports.length).toBe(1);
    const [report = ''] = reports;
    expect(report).toContain('Nothing for [address] at /es/change-password/');
    expect(report).toContain(`"url":"${SITE}/faq"`);
    expect(report).not.toMatch(/secret|ann@|user_agent|User-Agent|ip_address|Cookie/);
    expect([...kinds(reports)]).toEqual(['event']);
  });

  test('one page in ten reports its times, and one in a hundred is recorded with full consent only', async () => {
    for (const [choice, expected] of [
      ['necessary', ['transaction']],
      ['all', ['replay_event', 'transaction']],
    ] as const) {
      const page = await visitor.open('/faq');
      const reports = await asSite(page, 0.005);
      await page.context().route(/googletagmanager/, (route) => route.fulfill({ body: '' }));
      await consent(page, choice);
      await page.goto(`${SITE}/faq`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      await page.goto(`${SITE}/pricing`);
      await page.locator('h1').waitFor();
      await expect.poll(() => [...kinds(reports)].toSorted(), { timeout: 30_000 }).toEqual(expected);
      await page.context().close();
    }
  });
});

describe("a member's consent", () => {
  const visitor = createVisitor({
    ownProduct: { ...BEHIND_PROXY, TAG_MANAGER: 'GTM-TEST1', PAID_TRAFFIC_TRACKING: 'consent' },
  });

  test('is in the browser with the country, and is sent to the account that logs in', async () => {
    const scripts = { 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1': '' };
    const { page } = await openFrom(visitor, 'DE', '/faq', scripts);
    await answer(page, 'Accept all');
    const told = page.waitForRequest((request) => request.url().endsWith('/api/user/me/consent/'));
    await signUp(page);
    expect((await told).postDataJSON()).toEqual({ choice: 'all', text_version: 1 });
    const stored = () =>
      page.evaluate(() => {
        const { value } = JSON.parse(localStorage.getItem('cookie-consent') ?? '{}') as { value: string };
        return JSON.parse(value) as Record<string, unknown>;
      });
    const pk = await page.evaluate(async () => {
      const answered = await fetch('/api/user/me', { headers: { 'client-id': 'consent-test' } });
      return ((await answered.json()) as { pk: string }).pk;
    });
    await expect.poll(stored).toMatchObject({ choice: 'all', country: 'DE', about: ['tags'], told: pk });
  });
});
