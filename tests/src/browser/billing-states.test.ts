/** States of a plan and its payments, as the payer sees them. */
import { expect, test } from 'vitest';
import { atProvider, fits, fitsBothWays, newPayer, passTime, type Payer, payersAreClean, stateOf } from './payer.ts';
import { acceptInvitation, newEmail, PASSWORD } from './person.ts';
import { createVisitor } from './visitor.ts';

// Moves the clock: on a shared product other tests' payments would lapse.
const visitor = createVisitor({ ownProduct: true });

const PATIENT = { timeout: 30_000 };

const confirmed = ({ page }: Payer) => page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);

/** Synchronises with the provider first. */
async function openBilling({ call, open }: Payer): Promise<void> {
  await call('POST', '/api/stripe/sync/');
  await open('/app/billing');
}

test("a lapsed start, a trial ended by hand, the add-on, a bank's challenge, a dispute", async () => {
  const payer = await newPayer(visitor);
  const { page, call, open } = payer;
  const priceId = await payer.priceId('starter');
  const unpaid = { priceId, currency: 'usd', paymentMethodId: 'pm_card_authenticationRequired' };
  await call('POST', '/api/stripe/subscribe/', unpaid);
  await passTime(visitor, 'day');
  await openBilling(payer);
  await stateOf(payer).toBe('Expired');
  await page.getByText(/Nothing was charged/).waitFor();

  await payer.subscribe('trial');
  await openBilling(payer);
  await stateOf(payer).toBe('Trial');
  await page.getByRole('link', { name: 'Start the plan now' }).click();
  const due = await page.getByTestId('amount-due').innerText(PATIENT);
  expect(due).toBe('$29');
  await page.getByRole('button', { name: /\$29/ }).click();
  await confirmed(payer);
  await openBilling(payer);
  await stateOf(payer).toBe('Active');

  await page.getByRole('button', { name: /\$9/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /\$9/ }).click();
  await confirmed(payer);
  await page.getByText('Your team has the support add-on now.').waitFor();
  await open('/app/billing');
  await page.getByTestId('support-owned').waitFor();
  expect((await call<{ total: number }[]>('GET', '/api/stripe/invoices/')).map(({ total }) => total)).toEqual([
    900, 2900, 100, 2900,
  ]);

  await call('POST', '/api/stripe/set-default-payment-method/', {
    payment_method_id: 'pm_card_authenticationRequired',
  });
  await passTime(visitor, 'month');
  await passTime(visitor, 'day');
  await openBilling(payer);
  await stateOf(payer).toBe('Action needed');
  await fitsBothWays(payer, 'action-needed', visitor);
  await page.getByRole('button', { name: 'Confirm $29' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click(PATIENT);
  await confirmed(payer);
  await openBilling(payer);
  await stateOf(payer).toBe('Active');

  await atProvider(visitor, payer, 'dispute');
  // The product ends the plan at its next synchronisation.
  await expect
    .poll(async () => (await call<{ planName: string | null }>('GET', '/api/billing/')).planName, PATIENT)
    .toBeNull();
  await openBilling(payer);
  await stateOf(payer).toBe('Payment disputed');
  await page.getByRole('link', { name: 'Choose a plan' }).waitFor();
  await fitsBothWays(payer, 'disputed', visitor);
});

test('a cancelled trial expires at its end, and a member without billing does not see it', async () => {
  const payer = await newPayer(visitor);
  const { page, call } = payer;
  await payer.subscribe('trial');
  await call('POST', '/api/stripe/subscription/cancel/', {});
  const email = newEmail();
  const colleague = { email, firstName: 'Bo', lastName: 'Limited', role: 2, permissions: ['editor'] };
  await call('POST', '/api/admin/users', colleague);
  await acceptInvitation(visitor.url(), email);
  await passTime(visitor, 'week');
  await passTime(visitor, 'hour');
  await openBilling(payer);
  await stateOf(payer).toBe('Expired');
  await page.getByText('Your trial has ended.').waitFor();

  const other = await visitor.open('/');
  const headers = { 'client-id': 'limited-test', 'content-type': 'application/json' };
  const login = await other.request.post(`${visitor.url()}/api/auth/login`, {
    headers,
    data: { email, password: PASSWORD },
  });
  expect(login.ok()).toBe(true);
  for (const path of ['/app/billing', '/app/billing/payment-method', '/app/checkout?step=SELECT_PLAN']) {
    await other.goto(visitor.url() + path);
    await other.waitForURL(({ pathname }) => !/billing|checkout/.test(pathname), PATIENT);
  }
  await other.getByRole('link', { name: 'My account' }).first().waitFor(PATIENT);
  expect(await other.getByRole('link', { name: 'Billing' }).count()).toBe(0);
  const seen = (await (await other.request.get(`${visitor.url()}/api/billing/`)).json()) as object;
  expect(seen).toMatchObject({ paymentInfo: null, subscriptionInfo: null });
});

test('the page after a payment waits for its credits, whatever dies meanwhile', async () => {
  const payer = await newPayer(visitor, { viewport: { width: 390, height: 844 } });
  const { page, open } = payer;
  await visitor.inDatabase(async (database) => {
    const holder = await database.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE read_credit_ledger.entry IN SHARE MODE');
    await open(`/app/checkout?step=PAYMENT&priceId=${await payer.priceId('pack_50')}`);
    await page.getByRole('radio', { name: /Visa 4242/ }).check(PATIENT);
    await page.getByRole('checkbox', { name: /I accept/ }).check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText('Your credits are being added.').waitFor(PATIENT);
    await fits(page, 'crediting-390');
    await visitor.kill('command-api');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.getByText('Your team has').count()).toBe(0);
    await holder.query('ROLLBACK');
    await holder.end();
  });
  await page.getByText('Your team has 50 credits now.').waitFor({ timeout: 60_000 });
  await fits(page, 'credited-1280');
});

test('a plan whose renewal failed is retried with another payment method', async () => {
  const payer = await newPayer(visitor);
  const { page, open } = payer;
  await payer.subscribe('starter');
  const failing = { payment_method_id: 'pm_card_chargeCustomerFail' };
  await payer.call('POST', '/api/stripe/set-default-payment-method/', failing);
  await passTime(visitor, 'month');
  await passTime(visitor, 'day');
  await payer.call('POST', '/api/stripe/sync/');
  await open('/app/billing');
  await stateOf(payer).toBe('Payment failed');
  await page.getByRole('link', { name: 'Use another payment method' }).click();
  await page.getByRole('button', { name: 'Add a payment method' }).click();
  await page.getByRole('radio', { name: /American Express/ }).check();
  await page.getByRole('button', { name: 'Save payment method' }).click();
  await page.getByRole('alert').getByText('American Express is not accepted.').waitFor(PATIENT);
  await page.getByRole('radio', { name: /Mastercard/ }).check();
  await page.getByRole('button', { name: 'Save payment method' }).click();
  await page.getByText('Mastercard ending in 4444', { exact: true }).waitFor(PATIENT);
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Visa ending in 4242', { exact: true }).waitFor({ state: 'detached' });
  // The payment method of a running plan stays.
  await page.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(/Cancel the subscription first/).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click();

  await page.getByRole('link', { name: 'Back to billing' }).click();
  await page.getByRole('button', { name: 'Retry with Mastercard ending in 4444' }).click();
  await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
  await open('/app/billing');
  await stateOf(payer).toBe('Active');
});

test('the audits find nothing after these states', () => payersAreClean(visitor));
