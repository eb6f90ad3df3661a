import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { acceptInvitation, fillIn, newEmail, openModal, PASSWORD, prove, submit, type Language } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 30_000 };

const headers = { 'client-id': 'account-test', 'content-type': 'application/json' };

interface Account {
  readonly page: Page;
  readonly email: string;
}

async function account(
  language: Language = 'en',
  path = '/app/my-account',
  options: BrowserContextOptions = {},
): Promise<Account> {
  const page = await visitor.open('/', options);
  const email = newEmail();
  const data = { email, password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace', language };
  const answer = await page.request.post(`${visitor.url()}/api/user`, { headers, data });
  expect(answer.status()).toBe(201);
  await page.goto(visitor.url() + path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  return { page, email };
}

async function elsewhere(email: string, password = PASSWORD): Promise<Page> {
  const page = await visitor.open('/');
  const modal = await openModal(page, 'logIn');
  await fillIn(modal, email, password);
  await submit(modal).click();
  await page.waitForURL('**/app/dashboard');
  return page;
}

const meStatus = async (page: Page) => (await page.request.get(`${visitor.url()}/api/user/me`, { headers })).status();

/** Makes the server refuse the person's last proof as too old, once: in a test it is seconds old. */
async function leaveOpen(page: Page): Promise<void> {
  await page.route(
    '**/api/user/me/close/',
    (route) => route.fulfill({ status: 403, json: { errorCode: 'proof_required' } }),
    { times: 1 },
  );
}

const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').getByText(text).first();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the tabs', () => {
  test('are part of the address and reachable by keyboard', async () => {
    const { page } = await account('en', '/app/my-account?tab=tax');
    expect(await page.title()).toBe('My account – Clearcut');
    await page.getByText('No tax information yet').waitFor();
    const tax = page.getByRole('tab', { name: 'Tax' });
    expect(await tax.getAttribute('aria-selected')).toBe('true');
    await tax.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=history');
    await page.goBack();
    await page.getByText('No tax information yet').waitFor();
    await page.getByRole('tab', { name: 'General' }).click();
    expect(new URL(page.url()).search).toBe('');
  });

  test('leave out sections that the user may not see', async () => {
    const { page, email: admin } = await account();
    const email = newEmail();
    const data = { email, role: 2, permissions: ['editor', 'transactionHistory'] };
    await prove(page, visitor.url(), admin);
    await page.request.post(`${visitor.url()}/api/admin/users`, { headers, data });
    await acceptInvitation(visitor.url(), email);
    const theirs = await elsewhere(email);
    await theirs.goto(`${visitor.url()}/app/my-account?tab=tax`);
    await theirs.getByRole('tab').first().waitFor();
    expect(await theirs.getByRole('tab').allInnerTexts()).toEqual(['General', 'Transaction history']);
    await theirs.getByText('Ask an admin of your team').waitFor();
    expect(await theirs.getByRole('button', { name: 'Close account' }).count()).toBe(0);
  });
});

describe.each([
  {
    language: 'en',
    updated: 'Account was updated',
    first: 'First name',
    save: 'Save',
    change: 'Change password',
    differ: 'Passwords do not match',
    short: 'Use at least 8 characters',
    next: 'New password',
    repeat: 'Repeat the new password',
    end: /^Sign out .+ on /,
    ended: 'Signed out there',
    others: 'Sign out everywhere else',
    endedOthers: 'Signed out everywhere else',
    close: 'Close account',
    kept: ['5 years', '7 years', '3 years'],
    password: 'Your password',
    confirm: 'Confirm',
    wrong: 'The current password is incorrect',
    closed: 'Your account is closed',
  },
  {
    language: 'es',
    updated: 'La cuenta se ha actualizado',
    first: 'Nombre',
    save: 'Guardar',
    change: 'Cambiar contraseña',
    differ: 'Las contraseñas no coinciden',
    short: 'Usa al menos 8 caracteres',
    next: 'Contraseña nueva',
    repeat: 'Repite la contraseña nueva',
    end: /^Cerrar sesión en .+ en /,
    ended: 'Sesión cerrada allí',
    others: 'Cerrar todas las demás sesiones',
    endedOthers: 'Se han cerrado todas las demás sesiones',
    close: 'Cerrar la cuenta',
    kept: ['5 años', '7 años', '3 años'],
    password: 'Tu contraseña',
    confirm: 'Confirmar',
    wrong: 'La contraseña actual no es correcta',
    closed: 'Tu cuenta está cerrada',
  },
] as const)('in $language', (words) => {
  test('the name is changed and stays', async () => {
    const { page } = await account(words.language);
    await page.getByLabel(words.first, { exact: true }).fill('Augusta');
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await toast(page, words.updated).waitFor();
    await page.reload();
    expect(await page.getByLabel(words.first, { exact: true }).inputValue()).toBe('Augusta');
  });

  test('the password is changed, and the new one opens the account', async () => {
    const { page, email } = await account(words.language);
    await page.getByRole('button', { name: words.change }).click();
    const modal = page.getByRole('dialog');
    await modal.getByLabel(words.next, { exact: true }).fill('short');
    await modal.getByLabel(words.repeat, { exact: true }).fill('other');
    await submit(modal).click();
    await modal.getByText(words.short).waitFor();
    await modal.getByText(words.differ).waitFor();
    await modal.getByLabel(words.next, { exact: true }).fill('Another-horse-8');
    await modal.getByLabel(words.repeat, { exact: true }).fill('Another-horse-8');
    await submit(modal).click();
    await modal.waitFor({ state: 'hidden' });
    await elsewhere(email, 'Another-horse-8');
  });

  test('sessions elsewhere are listed and ended, one or all', async () => {
    const { page, email } = await account(words.language);
    const [one, two] = [await elsewhere(email), await elsewhere(email)];
    await page.reload();
    await expect.poll(() => page.getByRole('button', { name: words.end }).count(), PATIENT).toBe(2);
    await photograph(page, `account-sessions-${words.language}-1440`);
    await page.getByRole('button', { name: words.end }).first().click();
    await toast(page, words.ended).waitFor();
    await expect.poll(() => page.getByRole('button', { name: words.end }).count(), PATIENT).toBe(1);
    expect(new Set([await meStatus(one), await meStatus(two)])).toEqual(new Set([200, 401]));
    await page.getByRole('button', { name: words.others }).click();
    await toast(page, words.endedOthers).waitFor();
    expect([await meStatus(one), await meStatus(two), await meStatus(page)]).toEqual([401, 401, 200]);
  });

  test('the account is closed with the password, after saying what is kept and for how long', async () => {
    const { page, email } = await account(words.language);
    await page.evaluate(() => localStorage.setItem('editor-selected', '{"value":"a picture"}'));
    await page.getByRole('button', { name: words.close }).click();
    const dialog = page.getByRole('alertdialog');
    for (const years of words.kept) await dialog.getByText(years).waitFor();
    await photograph(page, `account-close-${words.language}-1440`);
    await leaveOpen(page);
    await dialog.getByRole('button', { name: words.close }).click();
    const proof = page.getByRole('dialog');
    await proof.getByLabel(words.password).fill('wrong');
    await photograph(page, `account-step-up-${words.language}-1440`);
    expect(await seriousProblems(page)).toEqual([]);
    await proof.getByRole('button', { name: words.confirm, exact: true }).click();
    await proof.getByText(words.wrong).waitFor();
    await proof.getByLabel(words.password).fill(PASSWORD);
    await proof.getByRole('button', { name: words.confirm, exact: true }).click();
    await toast(page, words.closed).waitFor();
    await expect.poll(() => new URL(page.url()).pathname, PATIENT).not.toMatch(/^\/app/);
    expect(await meStatus(page)).toBe(401);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('editor-selected')), PATIENT).toBeNull();
    const login = await page.request.post(`${visitor.url()}/api/auth/login`, {
      headers,
      data: { email, password: PASSWORD },
    });
    expect(login.ok()).toBe(false);
  });
});

test('regression: a save, which disables its button meanwhile, took the focus from it', async () => {
  const { page } = await account();
  await page.getByLabel('First name').fill('Augusta');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.focus();
  // Long enough for the browser to notice.
  await page.route('**/api/user/me', (route) => setTimeout(() => void route.continue(), 300));
  await page.keyboard.press('Enter');
  await page.getByText('Account was updated').waitFor(PATIENT);
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('the chosen language is shown at once, and in the next browser too', async () => {
  const { page, email } = await account();
  await page.getByRole('combobox', { name: 'Language of pages and emails' }).click();
  await page.getByRole('option', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: 'حسابي' }).waitFor();
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ]);
  const other = await elsewhere(email);
  await expect.poll(() => other.evaluate(() => document.documentElement.lang), PATIENT).toBe('ar');
});

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  test.each([390, 1440])('everything fits and is accessible at %i px', async (width) => {
    const { page } = await account(language, '/app/my-account', { viewport: { width, height: 844 } });
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `account-${language}-${width}`);
    await page.getByRole('tabpanel').getByRole('button').last().click();
    await page.getByRole('alertdialog').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `account-close-${language}-${width}`);
  });
});

test('regression: the sidebar broke an address within its host, and lay outside the landmarks', async () => {
  const page = await visitor.open('/');
  const email = `ada.lovelace-${newEmail()}`;
  const answer = await page.request.post(`${visitor.url()}/api/user`, { headers, data: { email, password: PASSWORD } });
  expect(answer.status()).toBe(201);
  await page.goto(`${visitor.url()}/app/my-account`);
  const own = page.getByRole('region', { name: 'My account' });
  const address = own.getByText(email);
  await address.waitFor();
  const host = await address.evaluate(({ lastChild }) => {
    const range = document.createRange();
    range.selectNodeContents(lastChild ?? document);
    return range.getClientRects().length;
  });
  expect(host).toBe(1);
  expect(await own.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true);
});
