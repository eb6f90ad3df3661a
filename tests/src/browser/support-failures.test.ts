/** Failures as support follows them: groups, one group with its cases, what is ignored, and what was to be expected. */
import { expect, test } from 'vitest';
import { addSecondFactor, newOwner, overflow } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor({ ownProduct: true });

const PATIENT = { timeout: 30_000 };
const headers = { 'client-id': 'failures-test' };

test('support finds, orders and ignores groups of failures', { timeout: 200_000 }, async () => {
  const { page, email } = await newOwner(visitor);
  const url = visitor.url();
  await addSecondFactor(page, url);
  await visitor.operator('make-staff', email, '--role', 'support,operations');

  const looks = async (name: string, path: string): Promise<void> => {
    for (const [language, width] of [
      ['ar', 390],
      ['en', 390],
      ['en', 1280],
    ] as const) {
      expect((await page.request.patch(`${url}/api/user/me`, { headers, data: { language } })).status()).toBe(200);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}/app/support/${path}`);
      await page.locator(`html[lang=${language}] main h1`).waitFor(PATIENT);
      await page.locator('main .MuiSkeleton-root').first().waitFor({ state: 'detached' });
      await photograph(page, `failures-${name}-${language}-${width}`);
      expect(await overflow(page), `${name} ${language} ${width}`).toBe(0);
      expect(await seriousProblems(page), `${name} ${language} ${width}`).toEqual([]);
    }
  };

  await looks('none', 'failures');
  await page.getByText('Nothing has failed').waitFor();

  // Refused three times at one place and once at another.
  const refused = async (path: string, data: object | string) => {
    const answer = await page.request.post(url + path, { headers, data });
    expect(answer.status()).toBeGreaterThanOrEqual(400);
  };
  for (const name of ['a', 'b', 'c']) await refused('/api/transaction/url/', { url: `ftp://example.com/${name}.png` });
  await refused('/api/transaction/?originalFileName=text.png', 'no picture');
  const list = async () =>
    (await (await page.request.get(`${url}/api/staff/failures/`, { headers })).json()) as { count: number }[];
  await expect.poll(async () => (await list()).some(({ count }) => count === 3), PATIENT).toBe(true);

  await looks('open', 'failures');
  await page.getByRole('status').getByText('No failures').waitFor();
  await page.getByRole('button', { name: /^Expected refusals \([1-9]/ }).click();
  const lines = page.getByRole('list', { name: 'Failures' }).getByRole('listitem');
  await lines.nth(1).waitFor();
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Most often first' }).click();
  await lines.first().getByText('Count: 3').waitFor();
  await looks('expected', new URL(page.url()).pathname.replace('/app/support/', '') + new URL(page.url()).search);
  await page.getByLabel('Find by code, route or model').fill('transaction/url');
  await expect.poll(() => lines.count()).toBe(1);

  await lines.first().getByRole('link').click();
  await page.getByRole('button', { name: 'Ignore', exact: true }).waitFor(PATIENT);
  await looks('group', new URL(page.url()).pathname.replace('/app/support/', '') + new URL(page.url()).search);
  await page.getByRole('columnheader', { name: 'Error ID' }).waitFor();
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await page.getByRole('button', { name: 'Stop ignoring' }).waitFor(PATIENT);
  await page.getByRole('link', { name: 'Failures' }).last().click();
  await page.getByRole('button', { name: 'Ignored (1)' }).click();
  await lines.first().getByText('POST /api/transaction/url/').waitFor();
  await photograph(page, 'failures-ignored-en-1280');
  await looks('unknown', 'failures/group?group=request%7Cnothing%7C%7C');
  expect(await page.getByRole('table').count()).toBe(0);
});
