/** Packs of credits as their buyers see them: on the prices page, in Billing, in the checkout, and before a waiting save. */
import type { Invoice } from '@clearcut/schemas/subscription/http';
import { expect, test } from 'vitest';
import { overflow, vase } from './library.ts';
import { atProvider, fits, newPayer, type Payer, payersAreClean } from './payer.ts';
import { CELLS } from './person.ts';
import { choose, createVisitor, photograph, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

/** Reads the page at a path in Arabic, then in English, each on a phone, a tablet and a desktop, where it stays. */
async function looks({ page, call, open }: Payer, name: string, path: string): Promise<void> {
  let opened: string | undefined;
  for (const [language, viewport] of CELLS.toReversed()) {
    await page.setViewportSize({ width: viewport.width, height: 900 });
    if (language !== opened) {
      await page.context().addCookies([{ name: 'language', value: language, url: visitor.url() }]);
      await call('PATCH', '/api/user/me', { language });
      await open(path);
      await page.locator(`html[lang=${language}] h1`).waitFor(PATIENT);
      opened = language;
    }
    const look = `${name}-${language}-${viewport.width}`;
    if (viewport.width !== 820) {
      await fits(page, look);
      continue;
    }
    // Between the two others, axe finds nothing else.
    await photograph(page, `billing-${look}`);
    expect(await overflow(page), look).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function pay({ page }: Payer): Promise<void> {
  await page.getByRole('radio', { name: /Visa 4242/ }).check();
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
}

test(
  'a pack is bought from Billing in one step, is offered on the pricing page, and refunded by half',
  { timeout: 200_000 },
  async () => {
    const payer = await newPayer(visitor);
    const { page } = payer;
    await looks(payer, 'packs-billing', '/app/billing');
    await page.getByRole('button', { name: 'Buy 50 credits for $19' }).click();
    await page.waitForURL('**/app/checkout?**');
    await page.getByText('Paid once. These credits do not end with a plan.').waitFor(PATIENT);
    expect(await page.getByRole('list', { name: 'Steps' }).count()).toBe(0);
    await looks(payer, 'packs-checkout', new URL(page.url()).pathname + new URL(page.url()).search);
    await pay(payer);
    await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor(PATIENT);
    await page.getByText('Your team has 50 credits now.').waitFor(PATIENT);
    await fits(page, 'packs-return-1440');
    await looks(payer, 'packs-billing-after', '/app/billing');
    await looks(payer, 'packs-prices', '/pricing');
    await page.getByRole('list', { name: 'Credits without a plan' }).getByRole('listitem').nth(2).waitFor();
    await looks(payer, 'packs-history', '/app/my-account?tab=history');
    const [invoice] = await payer.call<Invoice[]>('GET', '/api/stripe/invoices/');
    await page.getByRole('link', { name: invoice?.number ?? 'a number' }).waitFor(PATIENT);
    // The provider's ids mean nothing to a buyer.
    expect(await page.getByRole('main').innerText()).not.toMatch(/\b(in|dp|re|sub)_\w/);

    await atProvider(visitor, payer, 'refund-half');
    await payer.call('POST', '/api/stripe/sync/');
    await expect
      .poll(async () => (await payer.call<{ credits: number }>('GET', '/api/billing/')).credits, PATIENT)
      .toBe(25);
    await looks(payer, 'packs-refunded', '/app/my-account?tab=history');
    await page.getByText('Taken back for a refunded payment').first().waitFor(PATIENT);
    await payer.open('/app/billing');
    await page.getByText('Taken back: 25', { exact: true }).waitFor(PATIENT);
  },
);

test('the checkout names the waiting picture, and its save follows the payment', { timeout: 200_000 }, async () => {
  const payer = await newPayer(visitor);
  const { page } = payer;
  await payer.open('/app/dashboard');
  await choose(page, { name: `${'a long name '.repeat(6)}.png`, mimeType: 'image/png', buffer: await vase(640) });
  await untilCutOut(page);
  await page.getByRole('button', { name: /^Save in HD/ }).click();
  const dialog = page.getByRole('dialog', { name: 'No credits available' });
  await dialog.getByRole('link', { name: 'Buy credits' }).click(PATIENT);
  await page.waitForURL('**/app/fastcheckout**', PATIENT);
  await page.getByText('a long name').waitFor(PATIENT);
  const { pathname, search } = new URL(page.url());
  await looks(payer, 'packs-fast', pathname + search);
  await page.getByText('a long name').waitFor();
  await page.getByRole('radio', { name: /^10 credits/ }).check();
  await fits(page, 'packs-fast-chosen-1440');
  await pay(payer);
  await page.getByText('Saved in HD for 1 credit').waitFor({ timeout: 60_000 });
});

test('the audits find nothing after these packs', () => payersAreClean(visitor));
