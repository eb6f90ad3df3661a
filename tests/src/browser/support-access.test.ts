/**
 * A customer grants support access to a picture and revokes it while staff look: the grey plate returns. Both sides, in
 * English and Arabic.
 */
import { expect, test } from 'vitest';
import { addSecondFactor, newOwner, overflow, untilRefined, upload, vase } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };
const headers = { 'client-id': 'library-test' };

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

test(
  'a customer attaches a picture in the contact form, sees who looked, revokes access, and reads of a break-glass',
  { timeout: 300_000 },
  async () => {
    const url = visitor.url();
    const { page: staff, email } = await newOwner(visitor);
    await addSecondFactor(staff, url);
    await visitor.operator('make-staff', email, '--role', 'support');

    const { page } = await newOwner(visitor);
    const id = await upload(page, url, 'vase.png', await vase());
    await untilRefined(page, url, id);

    await staff.goto(`${url}/app/support/pictures/${id}?tab=steps`);
    await staff.getByText("No pixel without the owner's grant.").waitFor(PATIENT);
    await staff.locator('[data-plate]').first().waitFor(PATIENT);
    expect(await staff.getByRole('button', { name: 'Show' }).count()).toBe(0);

    await page.goto(`${url}/app/dashboard`);
    await page.getByRole('button', { name: 'Contact' }).click();
    const tick = page.getByRole('checkbox', { name: 'Let support look at vase.png' });
    await tick.check(PATIENT);
    await page.getByText(/keep it until then, beyond its 24 hours/).waitFor(PATIENT);
    await photograph(page, 'contact-pictures');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByLabel('Subject').fill('Hair');
    await page.getByLabel('Message').fill('Part of the vase is missing');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your message has arrived').waitFor(PATIENT);

    await staff.getByText(/You may look until/).waitFor(PATIENT);
    await staff.getByRole('button', { name: 'Show' }).first().click();
    const shown = staff.locator('main img');
    await shown.waitFor(PATIENT);
    await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await photograph(staff, 'support-steps-open');
    expect(await seriousProblems(staff)).toEqual([]);

    await page.goto(`${url}/app/my-account`);
    await page.getByRole('link', { name: 'Who looked at my pictures' }).click();
    await page.getByText('You let support look').waitFor(PATIENT);
    await page.getByText('Original', { exact: true }).waitFor(PATIENT);
    await photograph(page, 'who-looked');
    expect(await seriousProblems(page)).toEqual([]);

    // Revoked while the page is open: its next request is refused, and the plate shows.
    await staff.route('**/access/', (route) => route.abort());
    await page.getByRole('button', { name: 'Withdraw access' }).click();
    await page.getByText('You withdrew it').waitFor(PATIENT);
    const refused = staff.waitForResponse((response) => response.url().includes('/files/'));
    await staff.getByRole('button', { name: 'Show' }).last().click();
    expect((await refused).status()).toBe(403);
    await staff.unroute('**/access/');
    await staff.getByText("No pixel without the owner's grant.").waitFor(PATIENT);
    await expect.poll(() => shown.count()).toBe(0);

    await staff.getByRole('button', { name: 'Open without a grant' }).click();
    const open = staff.getByRole('button', { name: 'Open', exact: true });
    expect(await open.isDisabled()).toBe(true);
    await staff.getByLabel('Why', { exact: true }).fill('Two reports say that it breaks the terms');
    await photograph(staff, 'support-break-glass');
    expect(await seriousProblems(staff)).toEqual([]);
    await open.click();
    await staff.getByText(/You may look until/).waitFor(PATIENT);
    await page.getByText('Support opened a picture without asking').waitFor(PATIENT);
    await page.getByText('Two reports say that it breaks the terms').waitFor(PATIENT);

    for (const language of ['en', 'ar'] as const) {
      for (const [who, paths] of [
        [page, ['app/who-looked']],
        [staff, [`app/support/pictures/${id}?tab=access`, `app/support/pictures/${id}?tab=steps`]],
      ] as const) {
        expect((await who.request.patch(`${url}/api/user/me`, { headers, data: { language } })).status()).toBe(200);
        for (const size of SIZES) {
          await who.setViewportSize(size);
          for (const path of paths) {
            await who.goto(`${url}/${path}`);
            await who.locator(`html[lang=${language}] main h1`).waitFor(PATIENT);
            await who.locator('main .MuiSkeleton-root').first().waitFor({ state: 'detached' });
            await photograph(who, `${path.replaceAll(/[^a-z-]+/g, '-').slice(0, 40)}-${size.width}-${language}`);
            expect(await overflow(who), `${path} ${size.width} ${language}`).toBe(0);
            expect(await seriousProblems(who), `${path} ${size.width} ${language}`).toEqual([]);
          }
        }
      }
    }
  },
);

test('a visitor reads who looked, in the browser that uploaded', { timeout: 120_000 }, async () => {
  const { page } = await newOwner(visitor);
  const url = visitor.url();
  await page.context().clearCookies();
  await page.goto(`${url}/app/who-looked`);
  await page.getByText('No one from support has looked at your pictures').waitFor(PATIENT);
  await photograph(page, 'who-looked-visitor');
  expect(await seriousProblems(page)).toEqual([]);
});
