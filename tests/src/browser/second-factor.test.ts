import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newOwner, overflow } from './library.ts';
import { acceptInvitation, fillIn, type Language, newEmail, openModal, PASSWORD, prove, submit } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };

const appOf = (secret: string): TOTP => new TOTP({ secret: Secret.fromBase32(secret) });

test('an authenticator app is set up in My account, and the next login asks for its code', async () => {
  const { page, email } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/my-account`);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor(PATIENT);
  await photograph(page, 'second-factor-enrol');
  expect(await seriousProblems(page)).toEqual([]);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const app = appOf(secret);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('This code is wrong').waitFor(PATIENT);
  await page.getByLabel('Code', { exact: true }).fill(app.generate());
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Keep these recovery codes').waitFor(PATIENT);
  const codes = page.getByRole('status').getByRole('listitem');
  expect(await codes.count()).toBe(10);
  const recovery = await codes.first().innerText();
  await photograph(page, 'second-factor-codes');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: "I've kept them" }).click();
  await page.getByText('10 recovery codes are left.').waitFor(PATIENT);

  const elsewhere = await visitor.open('/');
  const modal = await openModal(elsewhere, 'logIn');
  await fillIn(modal, email, PASSWORD);
  await submit(modal).click();
  await modal.getByText('Enter the code that your authenticator app shows').waitFor(PATIENT);
  await photograph(elsewhere, 'second-factor-login');
  await modal.getByLabel('Code', { exact: true }).fill(recovery);
  await submit(modal).click();
  await elsewhere.waitForURL('**/app/dashboard');
});

test('a member of a team with a compulsory second factor sets one up before anything else', async () => {
  const { page: admin, email: boss } = await newOwner(visitor);
  const headers = { 'client-id': 'second-factor-test' };
  const call = async (method: string, path: string, data: object = {}) => {
    const answer = await admin.request.fetch(visitor.url() + path, { method, headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { secret: string };
  };
  await prove(admin, visitor.url(), boss);
  const { secret: own } = await call('POST', '/api/auth/second-factor/totp');
  await call('POST', '/api/auth/second-factor/totp/confirm', { code: appOf(own).generate() });
  await admin.goto(`${visitor.url()}/app/users`);
  const rule = admin.getByRole('switch', { name: 'Second factor for all members' });
  await rule.click();
  const asking = admin.getByRole('alertdialog', { name: 'Require a second factor from all members?' });
  await asking.getByText('Members without one: 0.').waitFor(PATIENT);
  await asking.getByLabel('When they need one').selectOption({ label: 'in 7 days' });
  for (const width of [390, 1280]) {
    await admin.setViewportSize({ width, height: 844 });
    await photograph(admin, `second-factor-asked-${width}`);
    expect(await seriousProblems(admin)).toEqual([]);
  }
  await asking.getByRole('button', { name: 'Require it' }).click();
  await admin.getByText('Members need a second factor from').first().waitFor(PATIENT);
  const early = newEmail();
  await call('POST', '/api/admin/users', { email: early, role: 3 });
  await acceptInvitation(visitor.url(), early);
  const told = await visitor.open('/', { viewport: { width: 390, height: 844 } });
  await told.request.post(`${visitor.url()}/api/auth/login`, { headers, data: { email: early, password: PASSWORD } });
  await told.goto(`${visitor.url()}/app/my-images`);
  await told.getByText('Your team requires a second factor from').waitFor(PATIENT);
  await photograph(told, 'second-factor-due-390');
  await told.getByRole('link', { name: 'Set up a second factor' }).click();
  await told.getByRole('button', { name: 'Set up an authenticator app' }).waitFor(PATIENT);
  expect(await seriousProblems(told)).toEqual([]);
  await told.getByLabel('Currency').click();
  await told.getByRole('option', { name: /^GBP/ }).click();
  await expect.poll(() => told.getByLabel('Currency').textContent(), PATIENT).toContain('GBP');
  const me = await told.request.get(`${visitor.url()}/api/user/me`, { headers });
  expect(await me.json()).toMatchObject({ currency: 'gbp' });
  await photograph(told, 'account-currency-390');

  await rule.click();
  await admin.getByText('Members can now choose whether').first().waitFor(PATIENT);
  await rule.click();
  await asking.getByLabel('When they need one').selectOption({ label: 'At once' });
  await asking.getByRole('button', { name: 'Require it' }).click();
  await admin.getByText('All members need a second factor now').first().waitFor(PATIENT);
  await photograph(admin, 'users-policy-1440');
  expect(await seriousProblems(admin)).toEqual([]);
  const email = newEmail();
  await call('POST', '/api/admin/users', { email, role: 3 });
  await acceptInvitation(visitor.url(), email);

  const page = await visitor.open('/', { viewport: { width: 390, height: 844 } });
  await page.request.post(`${visitor.url()}/api/auth/login`, { headers, data: { email, password: PASSWORD } });
  await page.goto(`${visitor.url()}/app/my-images`);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor(PATIENT);
  await photograph(page, 'second-factor-first-390');
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.locator('code').waitFor(PATIENT);
  const app = appOf((await page.locator('code').innerText()).replaceAll(' ', ''));
  await page.getByLabel('Code', { exact: true }).fill(app.generate());
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: "I've kept them" }).click();
  await page.getByRole('heading', { name: 'My images', level: 1 }).waitFor(PATIENT);
});

test.for(['en', 'ar'] as const)('the setup fits a phone in %s', async (language: Language) => {
  const { page } = await newOwner(visitor, language, { viewport: { width: 390, height: 844 } });
  await page.goto(`${visitor.url()}/app/my-account`);
  const name = language === 'en' ? 'Set up an authenticator app' : 'إعداد تطبيق مصادقة';
  await page.getByRole('button', { name }).click();
  await page.locator('code').waitFor(PATIENT);
  await photograph(page, `second-factor-390-${language}`);
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
});
