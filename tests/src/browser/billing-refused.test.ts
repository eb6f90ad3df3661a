/** A refused payment says what it was for, and can be paid from wherever the payer meets it. */
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { expect, test } from 'vitest';
import { fits, newPayer, type Payer, payersAreClean, stateOf } from './payer.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

const useMethod = ({ call }: Payer, id: string) =>
  call('POST', '/api/stripe/set-default-payment-method/', { payment_method_id: id });

/** Chooses a plan that is refused, up to the panel that says so. */
async function refused(payer: Payer, name: PriceName, title: string): Promise<void> {
  const { page, open } = payer;
  await open(`/app/checkout?step=PAYMENT&priceId=${await payer.priceId(name)}`);
  await page.getByTestId('amount-due').waitFor(PATIENT);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: title }).waitFor(PATIENT);
}

test.for([390, 1280])('at %i px, a plan that could not begin early is paid with a new card at once', async (width) => {
  const payer = await newPayer(visitor, { viewport: { width, height: 900 } });
  const { page, open } = payer;
  await payer.subscribe('trial');
  await useMethod(payer, 'pm_card_chargeDeclined');
  await refused(payer, 'starter', 'Payment failed: $29 for Starter');
  await page.getByText('Your card was declined.', { exact: false }).first().waitFor();
  await page.getByText('Change lapses if unpaid').waitFor();
  await fits(page, `refused-checkout-${width}`);

  await open('/app/my-images');
  await page.getByTestId('due-banner').getByText('Payment failed: $29 for Starter').waitFor(PATIENT);
  await fits(page, `refused-banner-${width}`);
  await page.getByTestId('due-banner').getByRole('link').click();
  await stateOf(payer).toBe('Payment failed');
  await page.getByRole('button', { name: 'Retry with Visa ending in 0002' }).waitFor();
  await fits(page, `refused-billing-${width}`);

  await page.getByRole('link', { name: 'Use another payment method' }).click();
  await page.getByRole('button', { name: 'Add a payment method' }).click();
  await page.getByRole('radio', { name: /Mastercard/ }).check();
  await page.getByRole('button', { name: 'Save payment method' }).click();
  await page.getByRole('button', { name: 'Retry with Mastercard ending in 4444' }).click(PATIENT);
  await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
  await open('/app/billing');
  await stateOf(payer).toBe('Active');
  expect(await page.getByRole('heading', { name: /Payment failed/ }).count()).toBe(0);
});

test('a refused upgrade keeps the plan, can be replaced by another, and its invoice can be paid', async () => {
  const payer = await newPayer(visitor);
  const { page, call, open } = payer;
  await payer.subscribe('starter');
  await useMethod(payer, 'pm_card_chargeDeclinedInsufficientFunds');
  await refused(payer, 'business', 'Payment failed: $70 for Business');
  await page.getByText('Your card has insufficient funds', { exact: false }).first().waitFor();
  const asked = async (name: PriceName) =>
    call<{ action: string }>('GET', `/api/stripe/subscription/next-action/?priceId=${await payer.priceId(name)}`);
  expect(await asked('business')).toMatchObject({ action: 'retry' });
  expect(await asked('pro')).toMatchObject({ action: 'upgrade' });
  await refused(payer, 'pro', 'Payment failed: $30 for Professional');
  expect(await asked('pro')).toMatchObject({ action: 'retry' });

  await useMethod(payer, 'pm_card_mastercard');
  await open('/app/billing');
  await stateOf(payer).toBe('Payment failed');
  await page.locator('#plan-title').getByText('Starter').waitFor();
  await page.getByRole('button', { name: /^Pay invoice/ }).click();
  await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
  await open('/app/billing');
  await stateOf(payer).toBe('Active');
  await page.locator('#plan-title').getByText('Professional').waitFor();
});

test('regression: without its payment methods, a payment that is owed had no retry', async () => {
  const payer = await newPayer(visitor);
  const { page, open } = payer;
  await payer.subscribe('trial');
  await useMethod(payer, 'pm_card_chargeDeclined');
  await refused(payer, 'starter', 'Payment failed: $29 for Starter');
  const methods = '**/api/stripe/payment-methods/';
  await page.route(methods, (route) => route.abort());
  await open('/app/billing');
  const panel = page.getByRole('region', { name: 'Payment failed: $29 for Starter' });
  await panel.getByRole('button', { name: 'Try again' }).waitFor(PATIENT);
  await page.unroute(methods);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByRole('button', { name: /^Retry with Visa/ }).waitFor(PATIENT);
});

test('the audits find nothing after these refusals', () => payersAreClean(visitor));
