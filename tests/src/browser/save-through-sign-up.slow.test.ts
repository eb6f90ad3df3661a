/** A save interrupted by a missing account: whatever way leads to the account, that picture is saved once. */
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { PATIENT } from './editor-hand.ts';
import { overflow, vase } from './library.ts';
import {
  CELLS,
  fillIn,
  type Language,
  linkFromMail,
  makeAccount,
  newEmail,
  PASSWORD,
  prove,
  submit,
  textsOf,
  type Viewport,
} from './person.ts';
import { choose, createVisitor, photograph, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor({ ownProduct: { STARTER_CREDITS: '3', CHARGE_SMALL_SAVES: 'false' } });
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const savedTexts: Readonly<Record<string, RegExp>> = {
  en: /^Saved in HD/,
  ar: /^(محفوظة|حُفظت) بدقة HD/,
};
const untilSaved = (page: Page, language: Language) =>
  page
    .getByText(savedTexts[language] ?? /./)
    .first()
    .waitFor(PATIENT);

const homes = { en: '/upload', ar: '/ar/upload', es: '/es/upload' } as const;

/** A visitor with a picture who pressed Save, before the dialog for the account. */
async function wishToSave(language: Language, viewport: Viewport): Promise<Page> {
  const page = await visitor.open(homes[language], { viewport });
  await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(640) });
  await untilCutOut(page);
  await page.getByRole('button', { name: /^(Save in HD|احفظ بدقة HD)/ }).click();
  await page.getByRole('dialog').getByTestId('free-offer').waitFor();
  return page;
}

async function toLogin(page: Page, language: Language): Promise<void> {
  const { signUp } = textsOf(language, 'auth');
  await page.getByRole('dialog').getByRole('button', { name: signUp.toLogin, exact: true }).click();
}

async function fits(page: Page): Promise<void> {
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
}

async function untilChargedOnce(page: Page): Promise<void> {
  const filter = encodeURIComponent(JSON.stringify({ kind: 'spent' }));
  const spent = async () => {
    const lines = await page.request.get(`${visitor.url()}/api/admin/credit-ledger/?filter=${filter}`);
    return ((await lines.json()) as { credits: number; fileName: string }[]).map((line) => [
      line.fileName,
      line.credits,
    ]);
  };
  await expect.poll(spent, PATIENT).toEqual([['vase.png', -1]]);
}

test.each(CELLS)('by password, with the address proved in another tab (%s, %o)', async (language, viewport) => {
  const page = await wishToSave(language, viewport);
  const email = newEmail();
  const modal = page.getByRole('dialog');
  await fillIn(modal, email, PASSWORD, language);
  await submit(modal).click();
  const wait = page.getByRole('dialog', { name: /One step left|بقيت خطوة واحدة/ });
  await wait.getByText(email).waitFor(PATIENT);
  expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
  await fits(page);
  await photograph(page, `one-step-left-${language}-${viewport.width}`);

  const mail = await page.context().newPage();
  await mail.goto(visitor.url() + (await linkFromMail(visitor.url(), email, '/confirm-address')));
  await mail.getByRole('main').getByRole('button').click();
  await untilSaved(page, language);
  await wait.waitFor({ state: 'hidden' });
  await untilChargedOnce(page);
  // The mail's tab leads to the same picture, which costs nothing more.
  await mail.getByRole('main').getByRole('link').click();
  await untilSaved(mail, language);
  await untilChargedOnce(page);
});

test('by password, with the address proved on a phone', async () => {
  const page = await wishToSave('en', DESKTOP);
  const email = newEmail();
  await fillIn(page.getByRole('dialog'), email, PASSWORD);
  await submit(page.getByRole('dialog')).click();
  await page.getByRole('dialog', { name: 'One step left' }).getByText(email).waitFor(PATIENT);
  const phone = await visitor.open(await linkFromMail(visitor.url(), email, '/confirm-address'), { viewport: PHONE });
  await phone.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await fillIn(phone.getByRole('dialog'), email, PASSWORD);
  await submit(phone.getByRole('dialog')).click();
  await phone.getByRole('button', { name: 'Confirm my address' }).click();
  await untilSaved(page, 'en');
  await untilChargedOnce(page);
});

test.each(CELLS)('by a mailed link opened in another tab (%s, %o)', async (language, viewport) => {
  const email = await makeAccount(visitor.url(), language);
  const page = await wishToSave(language, viewport);
  await toLogin(page, language);
  const modal = page.getByRole('dialog');
  await modal.getByLabel(textsOf(language, 'auth').field.email, { exact: true }).fill(email);
  await modal.getByRole('button', { name: textsOf(language, 'auth').link.magic.offer }).click();
  // Typed once.
  await expect
    .poll(() => modal.getByLabel(textsOf(language, 'auth').field.email, { exact: true }).inputValue())
    .toBe(email);
  await submit(modal).click();
  await modal.getByText(textsOf(language, 'auth').link.here).waitFor();
  const mail = await page.context().newPage();
  await mail.goto(visitor.url() + (await linkFromMail(visitor.url(), email, '/auth/magic-link')));
  await mail.getByRole('main').getByRole('button').click();
  await untilSaved(mail, language);
  await modal.waitFor({ state: 'hidden' });
  await untilSaved(page, language);
  // The link proves the address, which brings the first credits.
  await untilChargedOnce(page);
});

test.each(CELLS)('through another site (%s, %o)', async (language, viewport) => {
  const page = await wishToSave(language, viewport);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Sandbox ID/ })
    .click();
  await page.getByRole('textbox').first().fill(newEmail());
  await page.getByRole('button').first().click();
  await untilSaved(page, language);
  await untilChargedOnce(page);
});

test.each(CELLS)('with a second factor (%s, %o)', async (language, viewport) => {
  const email = await makeAccount(visitor.url(), language);
  const owner = await visitor.blank();
  const headers = { 'client-id': 'second-factor-of-a-save' };
  const post = async (path: string, data: object) => {
    const answer = await owner.request.post(visitor.url() + path, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer;
  };
  await post('/api/auth/login', { email, password: PASSWORD });
  await prove(owner, visitor.url(), email);
  // The network has had its first credits of the day.
  await visitor.operator('grant-credits', email, '1');
  const { secret } = (await (await post('/api/auth/second-factor/totp', {})).json()) as { secret: string };
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await post('/api/auth/second-factor/totp/confirm', { code: app.generate({ timestamp: Date.now() - 30_000 }) });

  const page = await wishToSave(language, viewport);
  await toLogin(page, language);
  const modal = page.getByRole('dialog');
  await fillIn(modal, email, PASSWORD, language);
  await submit(modal).click();
  await modal.locator('input[autocomplete=one-time-code]').fill(app.generate());
  await submit(modal).click();
  await untilSaved(page, language);
  await untilChargedOnce(page);
});

test.each(CELLS)(
  'a picture no larger than its preview is downloaded, not saved (%s, %o)',
  async (language, viewport) => {
    const page = await visitor.open(homes[language], { viewport });
    await choose(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(400) });
    await untilCutOut(page);
    expect(await page.getByRole('button', { name: /^(Save in HD|احفظ بدقة HD)/ }).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^(Download, full size|نزّل بالحجم الكامل)$/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
    await fits(page);
    await photograph(page, `full-size-${language}-${viewport.width}`);
  },
);
