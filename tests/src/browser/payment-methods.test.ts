/** One entry for one card, also when the page is left between adding and choosing it. */
import { expect, test } from 'vitest';
import { newOwner } from './library.ts';
import { fits, newPayer, payersAreClean } from './payer.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };
const CHOICE = '**/api/stripe/set-default-payment-method/';

test.for([390, 1280])('at %i px, a reload between adding a card and choosing it leaves one entry', async (width) => {
  const payer = await newPayer(visitor, { viewport: { width, height: 900 } });
  const { page, open } = payer;
  await payer.subscribe('starter');
  await open('/app/billing/payment-method');
  const add = async (card: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Add a payment method' }).click();
    await page.getByRole('radio', { name: card }).check();
    await page.getByRole('button', { name: 'Save payment method' }).click();
  };
  const entries = async () => page.getByRole('button', { name: /^Remove / }).count();

  // Left open, as by a page that is reloaded before the answer.
  const reached = Promise.withResolvers<void>();
  await page.route(CHOICE, () => reached.resolve());
  await add(/Visa 4242/);
  await reached.promise;
  await page.reload();
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).waitFor(PATIENT);
  expect(await entries()).toBe(1);
  await page.unrouteAll();

  await add(/Mastercard/);
  await page.getByText('Payment method added', { exact: false }).first().waitFor(PATIENT);
  await page.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).waitFor(PATIENT);
  expect(await entries()).toBe(2);
  await fits(page, `methods-reloaded-${width}`);
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Visa ending in 4242', { exact: true }).waitFor({ ...PATIENT, state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).waitFor(PATIENT);
  expect(await entries()).toBe(1);
});

test('regression: beside a longer lead, a button was as tall as the lead', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/billing/payment-method`);
  const add = page.getByRole('button', { name: 'Add a payment method' });
  await add.waitFor(PATIENT);
  expect((await add.boundingBox())?.height).toBeLessThan(50);
});

test('the audits find nothing after these changes', () => payersAreClean(visitor));
