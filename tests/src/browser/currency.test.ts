/** The currency kept in an account prices each page, and is the one that is charged. */
import type { Invoice } from '@clearcut/schemas/subscription/http';
import { expect, test } from 'vitest';
import { fits, newPayer, payersAreClean } from './payer.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

test.for([390, 1280])('at %i px, prices follow the currency of the account, from page to invoice', async (width) => {
  const payer = await newPayer(visitor, {
    viewport: { width, height: 900 },
    // The browser's country would choose dollars.
    locale: 'en-US',
    extraHTTPHeaders: { 'x-country': 'SE' },
  });
  const { page, call, open } = payer;
  const pages = [
    ['/pricing', 'prices'],
    ['/app/fastcheckout', 'fast'],
    ['/app/billing', 'billing'],
  ] as const;
  for (const [currency, sign, others] of [
    ['gbp', '£', /[$€]\d/],
    ['eur', '€', /[$£]\d/],
  ] as const) {
    await call('PATCH', '/api/user/me', { currency });
    for (const [path, name] of pages) {
      await open(path);
      await page
        .getByRole('main')
        .getByText(new RegExp(`${sign}\\d`))
        .first()
        .waitFor(PATIENT);
      expect(await page.getByRole('main').innerText(), `${path} in ${currency}`).not.toMatch(others);
      await fits(page, `currency-${name}-${currency}-${width}`);
    }
    await open('/app/my-account');
    await expect.poll(() => page.getByLabel('Currency').textContent(), PATIENT).toContain(currency.toUpperCase());
  }
  await page.getByText('Country: Sweden').waitFor(PATIENT);

  await open('/app/billing');
  await page.getByRole('button', { name: /^Buy 10 credits for €/ }).click();
  await page.getByRole('radio', { name: /Visa 4242/ }).check(PATIENT);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await page.getByText('Your team has 10 credits now.').waitFor(PATIENT);
  expect(await call<Invoice[]>('GET', '/api/stripe/invoices/')).toMatchObject([{ currency: 'eur' }]);
});

test('the audits find nothing after these payments', () => payersAreClean(visitor));
