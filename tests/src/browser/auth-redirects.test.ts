/** Where pages lead visitors, members and sessions that ended. */
import { describe, expect, test } from 'vitest';
import {
  acceptInvitation,
  fillIn,
  makeAccount,
  newEmail,
  openModal,
  PASSWORD,
  prove,
  signUp,
  submit,
} from './person.ts';
import { choose, createVisitor, duckPath, photograph, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const stored = (key: string) => `localStorage.getItem(${JSON.stringify(key)})`;

describe('addresses', () => {
  test('"Remove background" and "Upload a picture" open an empty page, and a reload keeps the picture', async () => {
    const page = await visitor.open('/');
    await signUp(page);
    await choose(page, duckPath);
    await untilCutOut(page);
    await page.reload();
    await untilCutOut(page);
    await page.getByRole('link', { name: 'Remove background' }).click();
    await page.getByRole('button', { name: /Choose a picture/ }).waitFor();
    await page.getByRole('link', { name: 'My images' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Edit' }).waitFor();
  });

  test('a member learns that a page is closed to them, but not when they log in', async () => {
    const admin = await visitor.open('/');
    const owner = await signUp(admin);
    await prove(admin, visitor.url(), owner);
    const email = newEmail();
    const invited = await admin.request.post(`${visitor.url()}/api/admin/users`, {
      headers: { 'client-id': 'closed-test' },
      data: { email, role: 2, permissions: ['myImages'] },
    });
    expect(invited.status()).toBe(201);
    await acceptInvitation(visitor.url(), email);
    const page = await visitor.open('/');
    const modal = await openModal(page, 'logIn');
    await fillIn(modal, email, PASSWORD);
    await submit(modal).click();
    await page.waitForURL('**/app/my-images');
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
    for (const closed of ['/app/dashboard', '/app/editor', '/app/users']) {
      await page.goto(visitor.url() + closed);
      await page.getByText("You don't have access to this page.").waitFor();
      expect(new URL(page.url()).pathname).toBe('/app/my-images');
    }
    await photograph(page, 'closed-page-1440');
  });

  test('/upload and the home page redirect a logged-in user to the dashboard', async () => {
    const page = await visitor.open('/');
    await signUp(page);
    await page.goto(`${visitor.url()}/upload`);
    await page.waitForURL(`${visitor.url()}/`);
    const examples = page.getByRole('region', { name: 'No picture to hand? Try one of these.' });
    await examples.getByRole('button', { name: 'Dog' }).click();
    await page.waitForURL('**/app/dashboard');
    await untilCutOut(page);
  });

  test('regression: a picture uploaded while the login is checked is shown, even if the login has ended', async () => {
    const page = await visitor.open('/');
    await signUp(page);
    await page.context().clearCookies();
    await page.route('**/api/user/me/', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto(visitor.url());
    await choose(page, duckPath);
    await page.waitForURL('**/upload');
    await untilCutOut(page);
  });

  test('authTrigger leads to its page once; pages that need an account ask for the login first', async () => {
    const page = await visitor.open('/?authTrigger=app-account');
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).search).toBe('');
    const modal = page.getByRole('dialog');
    await fillIn(modal, await makeAccount(visitor.url()), PASSWORD);
    await submit(modal).click();
    await page.waitForURL('**/app/my-account');

    await page.goto(`${visitor.url()}/?authTrigger=page-password`);
    await page.waitForURL(`${visitor.url()}/forgot-password`);
    await page.goto(`${visitor.url()}/?authTrigger=app-dashboard`);
    await page.waitForURL(`${visitor.url()}/app/dashboard`);
    await page.goto(`${visitor.url()}/?authTrigger=nobody-knows`);
    await page.waitForURL(`${visitor.url()}/`);
  });

  test('a 401 response logs out, with a toast', async () => {
    const page = await visitor.open('/');
    await signUp(page);
    // The session ends elsewhere: in another tab, or by its owner.
    await page.context().clearCookies();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
    await page.getByText(/Tu sesión ha terminado|Your session has ended/).waitFor();
    expect(await page.locator('[data-sonner-toast]').count()).toBe(1);
    await page.waitForURL((url) => !url.pathname.startsWith('/app'));
    expect(await page.evaluate(stored('userData'))).toBeNull();
  });
});
