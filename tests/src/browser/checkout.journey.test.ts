import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPayer, type Payer, payersAreClean } from './payer.ts';
import { fillIn, newEmail, PASSWORD, submit } from './person.ts';
import { choose, createVisitor, duckFile, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

/** From choosing a plan to its payment, entirely in the browser. */
async function toPayment({ page, open }: Payer, plan: string | RegExp): Promise<void> {
  await open('/app/billing');
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await page.getByRole('button', { name: plan }).click();
  await page.waitForURL('**/app/checkout?priceId=**');
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByRole('heading', { name: 'Payment method' }).waitFor();
}

async function pay(page: Page, method: RegExp): Promise<void> {
  await page.getByRole('radio', { name: method }).check();
  const terms = page.getByRole('checkbox', { name: /I accept/ });
  if (!(await terms.isChecked())) await terms.check();
  await page.getByRole('button', { name: /^Pay / }).click();
}

const confirmed = (page: Page) => page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
const billingOf = ({ call }: Payer) => call<BillingInfo>('GET', '/api/billing/');

describe('the checkout', () => {
  test('begins a trial, and says on the way what it leads to', async () => {
    const payer = await newPayer(visitor);
    const { page } = payer;
    await toPayment(payer, 'Start the trial');
    await page.getByText(/The trial becomes Starter for \$29 a month on/).waitFor();
    await page.getByRole('button', { name: 'Pay $1', exact: true }).click();
    await page.getByText('Accept the terms and conditions to pay.').waitFor();
    await pay(page, /Visa 4242/);
    await confirmed(page);
    await page.getByText('Your team has 10 credits now.').waitFor();
    await page.getByRole('link', { name: 'Go to billing' }).click();
    await expect.poll(() => page.getByTestId('plan-state').innerText(), PATIENT).toBe('Trial');
    await page.getByText(/Next payment: \$29 on/).waitFor();
    await payer.open('/app/checkout?step=SELECT_PLAN');
    const follows = page.getByRole('listitem').filter({ hasText: 'Then Starter for $29 a month' });
    await follows.getByRole('heading', { name: 'Starter' }).waitFor(PATIENT);
  });

  test('asks the bank, whose answer decides, whatever the address says', async () => {
    const payer = await newPayer(visitor);
    const { page } = payer;
    await toPayment(payer, 'Choose Starter');
    await pay(page, /Visa 3155/);
    await page.getByRole('heading', { name: 'Confirm this payment?' }).waitFor(PATIENT);
    // Tab closed: returns without an answer, and the address proves nothing.
    await payer.open('/app/checkout/return?redirect_status=succeeded');
    await page.getByRole('heading', { name: 'Your payment is being confirmed' }).waitFor();
    expect((await billingOf(payer)).planName).toBeNull();
    await payer.open('/app/billing');
    await expect.poll(() => page.getByTestId('plan-state').innerText(), PATIENT).toBe('Pending');
    await page.getByRole('link', { name: 'Finish the payment' }).click();
    await page.getByRole('heading', { name: 'Payment method' }).waitFor();

    await pay(page, /Visa 3155/);
    await page.getByRole('button', { name: 'Refuse' }).click(PATIENT);
    await page.getByRole('heading', { name: 'The payment was not confirmed' }).waitFor(PATIENT);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Payment method' }).waitFor();

    await pay(page, /Visa 3155/);
    await page.getByRole('button', { name: 'Confirm' }).click(PATIENT);
    await confirmed(page);
    await page.reload();
    await confirmed(page);
    expect(await billingOf(payer)).toMatchObject({ planName: 'starter', credits: 200 });
    // The payment page has left the history.
    await page.goBack();
    await page.waitForLoadState();
    expect(page.url()).not.toContain('step=PAYMENT');
  });

  test('accepts PayPal, which asks on its own page', async () => {
    const payer = await newPayer(visitor);
    const { page } = payer;
    await toPayment(payer, 'Choose Professional');
    await pay(page, /PayPal/);
    await page.getByRole('button', { name: 'Refuse' }).click(PATIENT);
    await page.getByRole('link', { name: 'Try again' }).click(PATIENT);
    await pay(page, /PayPal/);
    await page.getByRole('button', { name: 'Confirm' }).click(PATIENT);
    await confirmed(page);
    expect(await billingOf(payer)).toMatchObject({ planName: 'professional', credits: 500 });
  });

  test('says why a card is refused, refuses American Express, and then accepts another card', async () => {
    const payer = await newPayer(visitor);
    const { page } = payer;
    await toPayment(payer, 'Choose Starter');
    for (const [card, words] of [
      [/American Express/, 'American Express is not accepted. Use another card.'],
      [/Visa 0002/, 'Your card was declined. Add a different payment method and retry.'],
      [/Visa 9995/, /insufficient funds|not enough/i],
    ] as const) {
      await pay(page, card);
      await page.getByRole('alert').getByText(words).waitFor(PATIENT);
      // A declined card is not a lack of credits.
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    // Pressing twice pays once.
    await page.getByRole('radio', { name: /Mastercard/ }).check();
    await page.getByRole('button', { name: /^Pay / }).dblclick();
    await confirmed(page);
    expect(await billingOf(payer)).toMatchObject({ planName: 'starter', credits: 200 });
    expect((await payer.call<object[]>('GET', '/api/stripe/invoices/')).length).toBe(1);
  });

  test('makes one subscription in two tabs', async () => {
    const payer = await newPayer(visitor);
    await toPayment(payer, 'Choose Starter');
    const other = await payer.page.context().newPage();
    await other.goto(payer.page.url());
    await other.getByRole('heading', { name: 'Payment method' }).waitFor();
    await Promise.all([pay(payer.page, /Visa 4242/), pay(other, /Visa 4242/)]);
    // The second press finds the first's subscription, or reports it.
    await Promise.race([confirmed(payer.page), confirmed(other)]);
    expect(await billingOf(payer)).toMatchObject({ planName: 'starter', credits: 200 });
    expect((await payer.call<object[]>('GET', '/api/stripe/invoices/')).length).toBe(1);
  });

  test('leads to billing without a valid step, and a visitor home', async () => {
    const payer = await newPayer(visitor);
    await payer.open('/app/checkout?step=PAY');
    await payer.page.waitForURL('**/app/billing');
    await payer.open('/app/checkout?step=PAYMENT&priceId=price_unknown');
    await payer.page.waitForURL('**/app/billing');
    const page = await visitor.open('/app/checkout?step=SELECT_PLAN');
    await page.waitForURL(`${visitor.url()}/`);
  });
});

test('a visitor who saves signs up, pays, and returns to the saved picture', async () => {
  const page = await visitor.open('/upload');
  await choose(page, await duckFile());
  await untilCutOut(page);
  await page.getByRole('button', { name: /^Save in HD/ }).click();
  const modal = page.getByRole('dialog');
  await fillIn(modal, newEmail(), PASSWORD);
  await submit(modal).click();
  await page
    .getByRole('dialog', { name: 'No credits available' })
    .getByRole('link', { name: 'Buy credits' })
    .click(PATIENT);
  await page.waitForURL('**/app/fastcheckout**', PATIENT);
  await page.getByRole('radio', { name: /^Trial/ }).check();
  await page.getByRole('heading', { name: 'Payment method' }).waitFor();
  await pay(page, /Visa 3155/);
  await page.getByRole('button', { name: 'Confirm' }).click(PATIENT);
  await page.getByRole('link', { name: 'Download HD' }).waitFor({ timeout: 60_000 });
  await page.getByText('Saved in HD for 1 credit').waitFor();
});

test('prices are public, in a currency that stays chosen until a subscription locks it', async () => {
  const page = await visitor.open('/pricing', { locale: 'en-GB' });
  await page.getByText('£25', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: /EUR/ }).click();
  await page.getByText('€29', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('€29', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Choose Business' }).click();
  const modal = page.getByRole('dialog');
  await fillIn(modal, newEmail(), PASSWORD);
  await submit(modal).click();
  await page.waitForURL('**/app/fastcheckout**');
  // The plan is chosen, and no picture waits.
  await page.getByRole('heading', { name: 'Business' }).waitFor();
  await page.getByRole('heading', { name: 'Payment method' }).waitFor();
  expect(await page.getByText('your picture is saved at once').count()).toBe(0);
  await page.getByRole('button', { name: 'Choose another plan' }).waitFor();
  await pay(page, /Visa 4242/);
  await page.waitForURL('**/app/dashboard', PATIENT);
  await page.goto(`${visitor.url()}/pricing`);
  await page.getByText(/Your subscription is in EUR/).waitFor(PATIENT);
});

test('the audits find nothing after these checkouts', () => payersAreClean(visitor));
