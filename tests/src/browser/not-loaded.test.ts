/** A part of a page that did not load says so and can be loaded again; it takes nothing away that is shown once. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newOwner } from './library.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

/** Fails all readings of `path` until the returned function is called. */
async function failing(page: Page, path: string): Promise<() => Promise<void>> {
  const isIt = ({ pathname }: URL) => pathname === path;
  await page.route(isIt, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  return () => page.unroute(isIt);
}

test.for([
  ['/api/auth/sessions/', '/app/my-account', 'This browser'],
  ['/api/keys/log/', '/app/api', 'No program has used a key yet.'],
  ['/api/billing/contacts/', '/app/billing', 'Also to'],
  ['/api/stripe/prices/', '/app/billing', '50 credits'],
  ['/api/billing/', '/app/fastcheckout?priceName=starter&goTo=/app/my-images', 'Pay'],
] as const)('regression: %s that fails on %s can be tried again', async ([path, address, shown]) => {
  const { page } = await newOwner(visitor);
  const mend = await failing(page, path);
  await page.goto(visitor.url() + address);
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await again.waitFor(PATIENT);
  await mend();
  await again.click();
  await page.getByRole('main').getByText(shown, { exact: false }).first().waitFor(PATIENT);
  expect(await again.count()).toBe(0);
});

test('regression: recovery codes, shown once, stay when the list of factors fails to load', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/my-account`);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await failing(page, '/api/auth/second-factor/');
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  // The page tries once more before it gives up.
  let failures = 0;
  page.on('requestfailed', () => failures++);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Keep these recovery codes').waitFor(PATIENT);
  await expect.poll(() => failures, PATIENT).toBeGreaterThanOrEqual(2);
  expect(await page.getByRole('status').getByRole('listitem').count()).toBe(10);
});
