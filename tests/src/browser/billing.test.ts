import { describe, expect, test } from 'vitest';
import { fits, newPayer, type Payer, payersAreClean, stateOf } from './payer.ts';
import type { Language } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

describe('a plan', () => {
  test('is upgraded for the price shown, cancelled, resumed and downgraded', async () => {
    const payer = await newPayer(visitor);
    const { page, open, call } = payer;
    await payer.subscribe('starter');
    await open('/app/billing');
    await stateOf(payer).toBe('Active');
    await page.getByRole('main').getByText('200 credits left').waitFor();
    await page.getByText('Granted: 200').waitFor();

    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByText('Your plan', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose Business' }).click();
    const due = await page.getByTestId('amount-due').innerText(PATIENT);
    const granted = Number(await page.getByTestId('credits-now').innerText());
    await page.getByText('Unused time of Starter').waitFor();
    await page.getByText('Business for the rest of the period').waitFor();
    expect(await page.getByTestId('paying-method').innerText()).toBe('Visa ending in 4242');
    await page.getByRole('button', { name: `Pay ${due} and change` }).click();
    await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
    const [invoice] = await call<{ total: number }[]>('GET', '/api/stripe/invoices/');
    const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'usd' });
    expect(due).toBe(money.format((invoice?.total ?? 0) / 100).replace('.00', ''));
    await page.getByText(`Your team has ${new Intl.NumberFormat('en').format(200 + granted)} credits now.`).waitFor();

    await page.getByRole('link', { name: 'Go to billing' }).click();
    await page.getByRole('heading', { name: 'Business' }).waitFor();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel your plan?' });
    await dialog.getByLabel('What made you cancel?').fill('Only trying');
    await dialog.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText(/^Active until .* withdraw the cancellation/).waitFor(PATIENT);
    await stateOf(payer).toBe('Cancelled');
    await page.getByRole('button', { name: 'Keep my plan' }).click();
    await stateOf(payer).toBe('Active');

    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByRole('button', { name: 'Choose Starter' }).click();
    await page.getByText(/Nothing is due now/).waitFor();
    await page.getByRole('button', { name: /^Change on/ }).click();
    await page
      .locator('#content')
      .getByText(/Your plan changes to Starter on/)
      .waitFor(PATIENT);
    await page.getByRole('button', { name: 'Keep the current plan' }).click();
    await page.getByText(/Your plan is renewed on/).waitFor(PATIENT);
  });
});

test('billing that fails to load shows an error, and loads on retry', async () => {
  const { page, open } = await newPayer(visitor);
  await page.route('**/api/billing/', (route) => route.abort());
  await page.route('**/api/stripe/invoices/', (route) => route.abort());
  await open('/app/billing');
  await page.getByRole('heading', { name: 'Billing did not load' }).waitFor(PATIENT);
  await page.unroute('**/api/billing/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'The invoices did not load' }).waitFor(PATIENT);
  await page.unroute('**/api/stripe/invoices/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No invoices yet.').waitFor();
});

test('tax information is checked in the form, stored, and shown again', async () => {
  const { page, open } = await newPayer(visitor);
  await open('/app/my-account?tab=tax');
  await page.getByRole('radio', { name: 'A company' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByText('This field is required').count(), PATIENT).toBe(6);
  for (const [label, text] of [
    ['Company name', 'Acme'],
    ['VAT number', 'DE 123'],
    ['Address', 'Road 1'],
    ['Postal code', '10115'],
    ['City', 'Berlin'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This VAT number is not valid in that country.').waitFor(PATIENT);
  await page.getByLabel('VAT number', { exact: true }).fill('DE 000 000 000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This VAT number is confirmed.').waitFor(PATIENT);
  await page.reload();
  await expect.poll(() => page.getByLabel('VAT number', { exact: true }).inputValue(), PATIENT).toBe('DE000000000');
});

describe.each([
  ['en', 360],
  ['ar', 360],
  ['en', 1280],
  ['ar', 1280],
] as const)('in %s at %d px', (language: Language, width: number) => {
  const looks = ({ page }: Payer, name: string): Promise<void> => fits(page, `${name}-${language}-${width}`);

  test('all billing pages fit, and axe finds nothing', async () => {
    const payer = await newPayer(visitor, { language, locale: language, viewport: { width, height: 900 } });
    const { page, open } = payer;
    await open('/app/billing');
    await looks(payer, 'none');
    await open('/app/checkout?step=SELECT_PLAN');
    await looks(payer, 'select-plan');
    const priceId = await payer.priceId('trial');
    await open(`/app/checkout?priceId=${priceId}&priceName=trial`);
    await page.getByRole('radio').nth(1).check();
    await looks(payer, 'details');
    await open(`/app/checkout?step=PAYMENT&priceId=${priceId}`);
    await page.getByRole('radio').first().waitFor();
    await page.locator('button[type=submit]').click();
    await looks(payer, 'payment');
    await open('/app/fastcheckout');
    await page.getByRole('radio').nth(10).waitFor();
    await looks(payer, 'fast');
    await open('/app/checkout/return?redirect_status=failed');
    await page.getByRole('alert').waitFor(PATIENT);
    await looks(payer, 'refused');
    await payer.subscribe('starter');
    await open('/app/billing');
    await page.locator('figure svg').waitFor();
    await looks(payer, 'active');
    await open(`/app/checkout?step=PAYMENT&priceId=${await payer.priceId('business')}`);
    await page.getByTestId('amount-due').waitFor();
    await looks(payer, 'upgrade');
    await open('/app/billing/payment-method');
    await page.getByRole('main').getByRole('button').last().click();
    await page.getByRole('radio').first().waitFor();
    await looks(payer, 'methods');
    await open('/app/my-account?tab=tax');
    await looks(payer, 'tax');
    await open(language === 'en' ? '/pricing' : `/${language}/pricing`);
    await looks(payer, 'pricing');
  });
});

test.each([360, 1280])("the stand-in's pages fit at %d px", async (width) => {
  const payer = await newPayer(visitor, { viewport: { width, height: 900 } });
  const { page, open } = payer;
  await payer.subscribe('starter');
  const { url: portal } = await payer.call<{ url: string }>('POST', '/api/stripe/portal/');
  const [invoice] = await payer.call<{ url: string }[]>('GET', '/api/stripe/invoices/');
  for (const [name, path] of [
    ['overview', '/dev/stripe'],
    ['invoice', new URL(invoice?.url ?? '', visitor.url()).pathname],
    ['portal', portal],
    ['bank', '/dev/stripe/bank/pi_1'],
  ] as const) {
    await open(path);
    await page.getByText('SANDBOX – no money moves').waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    await photograph(page, `stand-in-${name}-${width}`);
    expect({ name, overflow, problems: await seriousProblems(page) }).toEqual({ name, overflow: 0, problems: [] });
  }
});

test('the audits find nothing after these changes of plan', () => payersAreClean(visitor));
