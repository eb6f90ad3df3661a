/** Money as buyers, admins and support see it, on a phone and on a desktop. */
import { readFile } from 'node:fs/promises';
import type { Invoice } from '@clearcut/schemas/subscription/http';
import type { Profile } from '@clearcut/schemas/identity/http';
import type { ReceivedMail } from '@clearcut/platform/mail/mailbox/mailbox';
import { expect, test } from 'vitest';
import { readMailbox } from '../support/mailbox.ts';
import { addSecondFactor, newOwner, overflow, saveInHd, untilRefined, upload, vase } from './library.ts';
import { fits, newPayer, payersAreClean } from './payer.ts';
import { acceptInvitation, fillIn, newEmail, PASSWORD, submit } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };
const SLOW = { timeout: 120_000 };
const WIDTHS = [390, 1280] as const;

test.for(WIDTHS)(
  'at %i px, the add-on is owned, an upgrade lists its parts, and an admin chooses who gets mails',
  SLOW,
  async (width) => {
    const payer = await newPayer(visitor, { viewport: { width, height: 900 } });
    const { page, call, open } = payer;
    await payer.subscribe('starter');
    await call('POST', '/api/stripe/charge-support-addon/');
    const email = newEmail();
    await call('POST', '/api/admin/users', { email, firstName: 'Cleo', lastName: 'Books', role: 3, permissions: [] });
    await acceptInvitation(visitor.url(), email);

    await open('/app/billing');
    await page.getByTestId('support-owned').waitFor();
    await page.getByText('Support add-on · Paid').waitFor();
    expect(await page.getByRole('button', { name: /Buy for/ }).count()).toBe(0);
    const others = page.getByRole('combobox', { name: 'Also to' });
    await others.fill('cleo');
    await page.getByRole('option', { name: /Cleo Books/ }).click(PATIENT);
    await page.getByRole('button', { name: 'Cleo Books' }).waitFor(PATIENT);
    await fits(page, `owned-${width}`);
    await page.reload();
    await page.getByRole('button', { name: 'Cleo Books' }).waitFor(PATIENT);

    await open(`/app/checkout?step=PAYMENT&priceId=${await payer.priceId('business')}`);
    await page.getByText('Unused time of Starter').waitFor(PATIENT);
    expect(await page.getByTestId('paying-method').innerText()).toBe('Visa ending in 4242');
    expect(await page.getByTestId('credits-now').innerText()).toBe('800');
    await fits(page, `confirm-${width}`);

    // The same card again is the same entry.
    await open('/app/billing/payment-method');
    await page.getByRole('button', { name: 'Add a payment method' }).click();
    await page.getByRole('radio', { name: /Visa 4242/ }).check();
    await page.getByRole('button', { name: 'Save payment method' }).click();
    await page.getByText('Payment method added', { exact: false }).first().waitFor(PATIENT);
    await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).waitFor(PATIENT);
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(1);
    await fits(page, `methods-${width}`);
  },
);

test.for(WIDTHS)(
  'at %i px, a user who chose the trial on the pricing page pays for it at once',
  SLOW,
  async (width) => {
    const page = await visitor.open('/pricing', { viewport: { width, height: 844 } });
    await page.getByRole('button', { name: 'Start the trial' }).click();
    const modal = page.getByRole('dialog');
    await fillIn(modal, newEmail(), PASSWORD);
    await submit(modal).click();
    await page.waitForURL('**/app/fastcheckout**', PATIENT);
    await page.getByRole('heading', { name: 'Payment method' }).waitFor(PATIENT);
    await page.getByText(/The trial becomes Starter for \$29 a month on/).waitFor();
    expect(await page.getByText('your picture', { exact: false }).count()).toBe(0);
    await fits(page, `fast-${width}`);
    const pay = page.getByRole('button', { name: 'Pay $1', exact: true });
    // Within two screens of a phone.
    expect((await pay.boundingBox())?.y).toBeLessThan(2 * 844);
    await page.getByRole('checkbox', { name: /I accept/ }).check();
    await page.getByRole('radio', { name: /Visa 4242/ }).check();
    await pay.click();
    await page.waitForURL('**/app/dashboard', PATIENT);
    await page.getByText('Confirm your address', { exact: false }).first().waitFor(PATIENT);
    await page.goto(`${visitor.url()}/pricing`);
    await page.locator('h1').waitFor(PATIENT);
    expect(await page.getByRole('main').count()).toBe(1);
  },
);

test.for(WIDTHS)('at %i px, the history sums credits by member and by key, as a file too', SLOW, async (width) => {
  const { page, email } = await newOwner(visitor, 'en', { viewport: { width, height: 900 } });
  await visitor.operator('grant-credits', email, '5');
  const id = await upload(page, visitor.url(), 'vase.png', await vase());
  await untilRefined(page, visitor.url(), id);
  await saveInHd(page, visitor.url(), id);
  await page.goto(`${visitor.url()}/app/my-account?tab=history`);
  const sums = page.getByRole('region', { name: 'Who used credits' });
  await sums.getByRole('button', { name: 'Ada Lovelace' }).waitFor(PATIENT);
  await photograph(page, `sums-${width}`);
  expect([await overflow(page), await seriousProblems(page)]).toEqual([0, []]);
  await sums.getByRole('tab', { name: 'API keys' }).click();
  await sums.getByText('Without an API key').waitFor(PATIENT);
  const [file] = await Promise.all([page.waitForEvent('download'), sums.getByRole('link', { name: /CSV/ }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Without an API key,1,1,');
  await sums.getByRole('tab', { name: 'Members' }).click();
  await sums.getByRole('button', { name: 'Ada Lovelace' }).click();
  await expect.poll(() => page.getByText('Credits granted').count(), PATIENT).toBe(0);
  await page.getByText('HD save', { exact: true }).first().waitFor();
});

test.for(WIDTHS)('at %i px, a user changes the address of their account', SLOW, async (width) => {
  const { page } = await newOwner(visitor, 'en', { viewport: { width, height: 900 } });
  const url = visitor.url();
  const email = newEmail();
  await page.goto(`${url}/app/my-account`);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('no address');
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `We sent a link to ${email}` })
    .waitFor(PATIENT);
  await fits(page, `address-${width}`);
  const link = async () => {
    const mail = (await readMailbox<ReceivedMail>(url, email)).find(({ text }) => text.includes('/confirm-address'));
    return /https?:\S+confirm-address\S+/.exec(mail?.text ?? '')?.[0];
  };
  await expect.poll(link, PATIENT).toBeDefined();
  await page.goto((await link()) ?? '');
  await page.getByText(`Confirm that ${email} is yours.`).waitFor(PATIENT);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor(PATIENT);
  await fits(page, `address-confirmed-${width}`);
  await page.goto(`${url}/app/my-account`);
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue(), PATIENT).toBe(email);
});

test('support finds a team by what the customer quotes, and reads its payments', SLOW, async () => {
  const payer = await newPayer(visitor);
  await payer.subscribe('starter');
  await payer.call('POST', '/api/stripe/charge-support-addon/');
  const [invoice] = await payer.call<Invoice[]>('GET', '/api/stripe/invoices/');
  const { team_id: teamId } = await payer.call<Profile>('GET', '/api/user/me/');
  const { page, email } = await newOwner(visitor);
  await addSecondFactor(page, visitor.url());
  await visitor.operator('make-staff', email, '--role', 'billing');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${visitor.url()}/app/support`);
    await page.getByLabel('Error ID, picture, receipt, team, email or SHA-256').fill(invoice?.number ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Team' }).first().click(PATIENT);
    await page.waitForURL(`**/app/support/teams/${teamId}`);
    await page
      .getByText(invoice?.number ?? '')
      .first()
      .waitFor(PATIENT);
    await fits(page, `staff-payments-${width}`);
  }
});

test('the audits find nothing after these payments', () => payersAreClean(visitor));
