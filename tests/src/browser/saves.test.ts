import { readFile } from 'node:fs/promises';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newOwner, vase } from './library.ts';
import { acceptInvitation, logIn, newEmail, prove, signUp } from './person.ts';
import { choose, createVisitor, duckPath, photograph, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 60_000 };

/** An account with a few credits and a finished picture. */
async function withPicture(credits: number): Promise<Page> {
  const page = await visitor.open('/');
  const email = await signUp(page, 'en', newEmail());
  if (credits > 0) await visitor.operator('grant-credits', email, String(credits));
  await page.reload();
  await choose(page, duckPath);
  await untilCutOut(page);
  return page;
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save in HD · 1 credit' });
const creditsOf = (page: Page) => page.getByTestId('credits').last();

const transactions = (page: Page): Promise<TransactionView[]> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/transaction/?pageSize=50');
    return ((await answer.json()) as { transactions: TransactionView[] }).transactions;
  });

describe('a picture saved in HD', () => {
  test('costs a credit, has full size and a transparent background, is in the history, and its receipt verifies', async () => {
    const page = await withPicture(2);
    await expect.poll(() => creditsOf(page).innerText(), PATIENT).toBe('2 credits left');
    await photograph(page, 'save-before-1440');
    await saveButton(page).click();
    await page.getByRole('status').getByText('Saving in HD').waitFor();
    await page.getByText('Saved in HD for 1 credit').waitFor();
    expect(await creditsOf(page).innerText()).toBe('1 credit left');
    expect(await saveButton(page).count()).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'save-after-1440');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download HD' }).click(),
    ]);
    const png = await readFile(await download.path());
    const { width, height, channels, hasAlpha } = await sharp(png).metadata();
    expect({ width, height, channels, hasAlpha }).toEqual({ width: 1280, height: 960, channels: 4, hasAlpha: true });
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBeLessThan(20);

    // It stays saved, and costs nothing again.
    await page.reload();
    await untilCutOut(page);
    await page.getByText('Saved in HD').waitFor();
    expect(await saveButton(page).count()).toBe(0);
    expect(await creditsOf(page).innerText()).toBe('1 credit left');

    await page.getByRole('link', { name: 'Receipt' }).click();
    const [view] = await transactions(page);
    await page.waitForURL(`**/app/receipt/${view?.id}/${view?.save?.saveId}`);
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as JSON' }).click(),
    ]);
    // Exits with failure on any difference.
    await visitor.operator('verify-receipt', await receipt.path(), await download.path());

    await page.goto(`${visitor.url()}/app/my-account?tab=history`);
    const spent = page
      .getByRole('tabpanel')
      .getByRole('row')
      .filter({ hasText: /HD save(?!s)/ });
    await spent.waitFor();
    expect(await spent.innerText()).toMatch(/-1[\s\S]*1/);
    await visitor.operator('verify-ledger');
  });

  test('is charged once however often the connection breaks', async () => {
    const page = await withPicture(3);
    let tries = 0;
    const keys = new Set<string | undefined>();
    await page.route('**/save/', async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      tries++;
      // The first never arrives; the second does, and its answer is lost.
      if (tries === 1) return route.abort('connectionfailed');
      if (tries === 2) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await saveButton(page).click();
    await page.getByText('No connection. The save continues by itself').waitFor();
    await page.getByText(/^Saved in HD/).waitFor();
    expect(tries).toBe(3);
    expect(keys.size).toBe(1);
    await expect.poll(() => creditsOf(page).innerText(), PATIENT).toBe('2 credits left');
  });

  test('continues while another page is shown', async () => {
    const page = await withPicture(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await saveButton(page).click();
    await page.getByRole('status').getByText('Saving in HD').waitFor();
    await photograph(page, 'saving-390');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'My account' }).click();
    await page.waitForURL('**/app/my-account');
    await expect.poll(() => creditsOf(page).innerText(), PATIENT).toContain('0 credits left');
    await page.goBack();
    await page.getByText(/^Saved in HD/).waitFor();
    await photograph(page, 'saved-390');
    expect(await seriousProblems(page)).toEqual([]);
  });
});

test('credits changed elsewhere show when the page is visited again, and after a while automatically', async () => {
  const { page, email } = await newOwner(visitor);
  await page.clock.install();
  await page.goto(`${visitor.url()}/app/my-account`);
  await expect.poll(() => creditsOf(page).innerText(), PATIENT).toBe('0 credits left');
  await visitor.operator('grant-credits', email, '7');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => creditsOf(page).innerText(), PATIENT).toBe('7 credits left');
  await visitor.operator('grant-credits', email, '2');
  await page.clock.fastForward(2_000);
  await expect.poll(() => creditsOf(page).innerText(), PATIENT).toBe('9 credits left');
});

test('an address that asks to save spends nothing by itself', async () => {
  const page = await withPicture(1);
  await page.goto(`${visitor.url()}/app/dashboard?resume=save`);
  await untilCutOut(page);
  await expect.poll(() => new URL(page.url()).search, PATIENT).toBe('');
  await saveButton(page).waitFor();
  expect((await transactions(page))[0]?.save).toBeNull();
  expect(await creditsOf(page).innerText()).toBe('1 credit left');
});

/** Saves without credits. @returns the resulting dialog */
async function withoutCredits(page: Page): Promise<Locator> {
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase() });
  await untilCutOut(page);
  await saveButton(page).click();
  return page.getByRole('dialog', { name: 'No credits available' });
}

test('a background chosen beside the result is in the preview, the editor and the HD file', async () => {
  const page = await withPicture(1);
  await page.getByRole('radio', { name: 'Orange' }).check();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.setViewportSize({ width: 1280, height: 800 });
  await photograph(page, 'result-black-1280');
  const corner = async (press: () => Promise<void>): Promise<number[]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    const { data } = await sharp(await download.path())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 4)];
  };
  await expect.poll(async () => (await transactions(page))[0]?.settings.background.color, PATIENT).toBe('#000000');
  const black = [0, 0, 0, 255];
  expect(await corner(() => page.getByRole('link', { name: 'Download free preview' }).click())).toEqual(black);
  await saveButton(page).click();
  await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
  expect(await corner(() => page.getByRole('link', { name: 'Download HD' }).click())).toEqual(black);
  await page.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'WEBP' }).waitFor();
  await photograph(page, 'result-formats-1280');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Colour' }).click();
  await expect.poll(() => page.getByRole('radio', { name: '#000000' }).isChecked(), PATIENT).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goBack();
  await expect.poll(() => page.getByRole('radio', { name: 'Orange' }).isChecked(), PATIENT).toBe(true);
});

test('regression: an error was downloaded in place of an HD file that is gone', async () => {
  const page = await withPicture(1);
  await saveButton(page).click();
  const link = page.getByRole('link', { name: 'Download HD' });
  await link.waitFor(PATIENT);
  await page.route('**/download/high/**', (route) =>
    route.fulfill({ status: 404, json: { errorCode: 'transaction_not_found' } }),
  );
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await link.click();
  await page.getByText("This picture doesn't exist or isn't yours.").waitFor();
  expect(files).toEqual([]);
});

test('regression: a save threw a keyboard back to the top of the page', async () => {
  const page = await withPicture(0);
  /** Name of the control after the place of the focus. */
  const next = async () => {
    await page.keyboard.press('Tab');
    return page.evaluate(() => (document.activeElement as HTMLElement).innerText);
  };
  await saveButton(page).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Buy credits' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await next()).toBe('Save in HD · 1 credit');

  const me = (await (await page.request.get(`${visitor.url()}/api/user/me`)).json()) as { email: string };
  await visitor.operator('grant-credits', me.email, '1');
  await page.keyboard.press('Enter');
  await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
  expect(await next()).toBe('Download HD');
});

describe('a user without credits', () => {
  test('is led to the credits page as an admin', async () => {
    const page = await visitor.open('/');
    await signUp(page);
    const dialog = await withoutCredits(page);
    await dialog.getByText('Please add credits').waitFor();
    expect(await dialog.getByRole('link', { name: 'Buy credits' }).getAttribute('href')).toBe(
      '/app/fastcheckout?goTo=%2Fapp%2Fdashboard%3Fresume%3Dsave',
    );
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'no-credits-admin-1440');
  });

  test('asks the admins by mail as a member, and learns when they have already been asked', async () => {
    const { page: admin, email } = await newOwner(visitor);
    await prove(admin, visitor.url(), email);
    const member = newEmail();
    const invited = await admin.request.post(`${visitor.url()}/api/admin/users`, {
      headers: { 'client-id': 'ask-test' },
      data: { email: member, role: 3, permissions: [] },
    });
    expect(invited.status()).toBe(201);
    await acceptInvitation(visitor.url(), member);
    const page = await visitor.open('/');
    await logIn(page, member);
    const dialog = await withoutCredits(page);
    await dialog.getByRole('button', { name: 'Ask for credits' }).click();
    await dialog.getByText("We emailed your team's admins.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'no-credits-asked-390');
    await page.reload();
    await untilCutOut(page);
    await saveButton(page).click();
    await dialog.getByRole('button', { name: 'Ask for credits' }).click();
    await dialog.getByRole('alert').getByText("You have already asked your team's admins for credits today").waitFor();
  });
});
