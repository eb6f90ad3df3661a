import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { overflow, vase } from './library.ts';
import { linkFromMail, signUp, type Language } from './person.ts';
import { choose, createVisitor, photograph, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor({ ownProduct: { STARTER_CREDITS: '3' } });
const PATIENT = { timeout: 60_000 };

const colorOf = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).color);

test('a user who signs up learns that credits wait for a confirmed address, and then saves with them', async () => {
  const page = await visitor.open('/');
  const email = await signUp(page);
  await page.getByText('Your team then gets 3 credits.').waitFor();
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(320) });
  await untilCutOut(page);
  await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
  const dialog = page.getByRole('dialog', { name: 'One step left' });
  await dialog.getByText(`Click the link we sent to ${email}, and this picture is saved automatically.`).waitFor();
  await dialog.getByText('3 HD pictures free').waitFor();
  // Regression: the cross was dark on the dark head.
  expect(await colorOf(dialog.getByRole('button', { name: 'Close' }))).toBe(
    await colorOf(dialog.getByRole('heading', { name: 'One step left' })),
  );
  await dialog.getByRole('link', { name: 'Open the mailbox' }).waitFor();
  await photograph(page, 'no-credits-unproved-1440');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The mail opens in another tab; this one follows by itself.
  const mail = await page.context().newPage();
  await mail.goto(visitor.url() + (await linkFromMail(visitor.url(), email, '/confirm-address')));
  await mail.getByRole('button', { name: 'Confirm my address' }).click();
  await mail.getByText('Your team gets 3 credits to begin with.').waitFor();
  await photograph(mail, 'proved-with-credits-1440');
  await mail.close();
  await expect.poll(() => page.getByRole('region', { name: 'Confirm your address' }).count(), PATIENT).toBe(0);
  // The save that waited continues, also after its dialog was closed.
  await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
  await expect.poll(() => page.getByTestId('credits').last().innerText(), PATIENT).toBe('2 credits left');
});

const phones: readonly (readonly [Language, string])[] = [
  ['en', '/'],
  ['ar', '/ar'],
];
test.each(phones)('in %s the dialog fits a phone', async (language, home) => {
  const page = await visitor.open(home);
  await signUp(page, language);
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase() });
  await untilCutOut(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /Save in HD|احفظ بدقة HD/ }).click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, `no-credits-unproved-${language}-390`);
  // A person may pay rather than open the mailbox.
  await page.getByRole('dialog').getByRole('link').last().click();
  await page.waitForURL('**/app/fastcheckout**', PATIENT);
  await page.getByText('vase').first().waitFor(PATIENT);
});
