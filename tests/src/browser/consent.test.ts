import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newEmail, PASSWORD } from './person.ts';
import { answer, banner, BEHIND_PROXY, COUNTRY_HEADER, openFrom as openWith } from './stand-ins.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor({
  ownProduct: { ...BEHIND_PROXY, TAG_MANAGER: 'GTM-TEST1', PAID_TRAFFIC_TRACKING: 'always' },
});

/** Replaces Google's script: records that it ran, and earlier calls. */
const TAG = 'window.tagRuns = (window.tagRuns ?? 0) + 1;';
const SCRIPTS = { 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1': TAG };
const PATIENT = { timeout: 15_000 };
const openFrom = (country: string, path = '/faq', options: BrowserContextOptions = {}) =>
  openWith(visitor, country, path, SCRIPTS, options);

const runs = (page: Page) => page.evaluate(() => (window as { tagRuns?: number }).tagRuns ?? 0);
const stored = (page: Page) =>
  page.evaluate(() => {
    const text = localStorage.getItem('cookie-consent');
    return text === null
      ? null
      : (JSON.parse((JSON.parse(text) as { value: string }).value) as Record<string, unknown>);
  });
const said = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [])
      .map((entry) => Array.from(entry))
      .filter(([word]) => word === 'consent')
      .map(([, kind, state]) => [kind, (state as { ad_storage: string }).ad_storage]),
  );

test('loads nothing of third parties before consent, and then the tag receives the refusal first', async () => {
  const { page, elsewhere } = await openFrom('DE');
  await banner(page).waitFor();
  const [refuse, accept] = [
    banner(page).getByRole('button', { name: 'Only necessary', exact: true }),
    banner(page).getByRole('button', { name: 'Accept all' }),
  ];
  // Repeats both measurements until they agree: a font arriving in between makes them differ briefly.
  await expect
    .poll(async () => {
      const [one, other] = [await refuse.boundingBox(), await accept.boundingBox()];
      return [(one?.width ?? 0) - (other?.width ?? 1), (one?.height ?? 0) - (other?.height ?? 1)];
    })
    .toEqual([0, 0]);
  expect(elsewhere).toEqual([]);
  await accept.click();
  await expect.poll(() => runs(page)).toBe(1);
  expect(elsewhere).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST1']);
  expect(await said(page)).toEqual([
    ['default', 'denied'],
    ['update', 'granted'],
  ]);
  expect(await stored(page)).toMatchObject({
    choice: 'all',
    by: 'person',
    about: ['tags'],
    country: 'DE',
    version: 1,
    at: expect.stringMatching(/Z$/),
  });
  expect(await banner(page).count()).toBe(0);

  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await banner(page).getByText('You accepted all on').waitFor();
  await page.evaluate(() => (document.cookie = '_ga=1; path=/'));
  await banner(page).getByRole('button', { name: 'Only necessary', exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cookie settings');
  await expect.poll(() => said(page).then((all) => all.at(-1))).toEqual(['update', 'denied']);
  expect(await page.evaluate(() => document.cookie)).not.toContain('_ga');
  elsewhere.length = 0;
  await page.reload();
  await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect([elsewhere, await runs(page), await banner(page).count()]).toEqual([[], 0, 0]);
});

const users = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: { event?: string; user_id?: string; user?: object }[] }).dataLayer ?? [])
      .filter(({ event }) => event?.startsWith('user_') === true)
      .map(({ event, user_id, user }) => [event, user_id, user] as const),
  );

test('the data layer gets who is logged in during consent, without name or address', async () => {
  const { page } = await openFrom('DE');
  const email = newEmail();
  const data = { email, password: PASSWORD, first_name: 'Ada' };
  const headers = { 'client-id': 'consent-test', [COUNTRY_HEADER]: 'DE' };
  const signUp = await page.request.post(`${visitor.url()}/api/user`, { headers, data });
  const { pk } = (await signUp.json()) as { pk: string };
  await page.goto(`${visitor.url()}/app/my-account`);
  await banner(page).waitFor();
  expect(await users(page)).toEqual([]);
  await answer(page, 'Accept all');
  await expect.poll(() => users(page)).toMatchObject([['user_known', pk, { role: 'admin', country: 'DE' }]]);
  expect(JSON.stringify(await users(page))).not.toMatch(/Ada|@/);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect.poll(() => users(page).then((all) => all.slice(1))).toEqual([['user_left', undefined, undefined]]);
});

test.for(['gclid', 'gbraid', 'wbraid'])('%s is kept when consent comes later on the visit', async (name) => {
  const { page } = await openFrom('FR', `/faq?${name}=later-click&utm_campaign=spring`);
  const kept = page.waitForRequest((request) => request.postData()?.includes('visitor_id') === true);
  await banner(page).waitFor();
  await answer(page, 'Accept all');
  const request = await kept;
  expect(request.postDataJSON()).toMatchObject({
    consent: 'all',
    landing_page_url: expect.stringContaining(`${name}=later-click`),
  });
  expect((await request.response())?.status()).toBe(201);
});

test('a refusal is stored, and the page never asks again', async () => {
  const { page, elsewhere } = await openFrom('GB');
  await banner(page).getByRole('button', { name: 'Only necessary', exact: true }).click();
  await page.goto(visitor.url());
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  expect([elsewhere, await banner(page).count()]).toEqual([[], 0]);
  expect(await stored(page)).toMatchObject({ choice: 'necessary', by: 'person' });
});

test('where no law requires consent, counts visitors and records that the page did not ask them', async () => {
  const { page } = await openFrom('US');
  await expect.poll(() => runs(page)).toBe(1);
  expect(await banner(page).count()).toBe(0);
  expect(await stored(page)).toMatchObject({ choice: 'all', by: 'country' });
});

test('a browser that sends Global Privacy Control is neither asked nor counted', async () => {
  const { page, elsewhere } = await openFrom('DE');
  // Requested while the header still said so.
  await banner(page).waitFor();
  await page.setExtraHTTPHeaders({ [COUNTRY_HEADER]: 'US' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto(`${visitor.url()}/faq?gclid=1`);
  await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect([elsewhere, await banner(page).count(), await stored(page)]).toEqual([[], 0, null]);
});

test('a page with a token in its address loads no third-party script', async () => {
  const { page, elsewhere } = await openFrom('US', '/change-password/abc?gclid=1');
  await page.waitForLoadState('networkidle');
  expect([elsewhere, await stored(page)]).toEqual([[], null]);
});

test('visitors from an advertisement are counted if the operator chose so, and still asked', async () => {
  const { page } = await openFrom('DE', '/faq?gclid=1');
  await expect.poll(() => runs(page)).toBe(1);
  await banner(page).waitFor();
});

test('the question does not block work, and the policy says what is counted', async () => {
  const { page } = await openFrom('DE');
  await banner(page).getByRole('link', { name: 'Cookies policy' }).click();
  await page.getByText('sets cookies whose names begin with').waitFor();
  expect(await banner(page).count()).toBe(1);
  await page.goto(`${visitor.url()}/app/editor`);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await banner(page).count()).toBe(0);
});

describe.each(['', '/ar'])('at %s/faq', (prefix) => {
  test('the banner fits, is accessible and does not cover the end of the page', async () => {
    for (const width of [360, 1280]) {
      const { page } = await openFrom('DE', `${prefix}/faq`, { viewport: { width, height: 800 }, locale: 'en' });
      await banner(page).waitFor();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
      // Repeats: the page grows while fonts arrive, which moves its end.
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          const end = await page.getByRole('contentinfo').boundingBox();
          const start = await banner(page).boundingBox();
          return (end?.y ?? 0) + (end?.height ?? 0) - (start?.y ?? 0);
        }, PATIENT)
        .toBeLessThanOrEqual(1);
      expect(await seriousProblems(page)).toEqual([]);
      await photograph(page, `consent${prefix.replace('/', '-')}-${width}`);
      await page.context().close();
    }
  });
});
