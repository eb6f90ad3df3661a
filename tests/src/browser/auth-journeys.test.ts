import { describe, expect, test } from 'vitest';
import {
  acceptInvitation,
  fillIn,
  linkFromMail,
  logIn,
  makeAccount,
  newEmail,
  openModal,
  PASSWORD,
  prove,
  signUp,
  submit,
} from './person.ts';
import { mailboxKey } from '../support/mailbox.ts';
import { choose, createVisitor, duckPath, photograph, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const stored = (key: string) => `localStorage.getItem(${JSON.stringify(key)})`;

describe('an account', () => {
  test('is made, left and opened again; its pages are closed in between', async () => {
    const page = await visitor.open('/');
    const email = await signUp(page);
    await page.getByRole('heading', { name: 'Remove a background' }).waitFor();
    expect(await page.title()).toBe('Remove Background – Clearcut');
    expect(await page.evaluate(stored('userData'))).toContain(email);
    await photograph(page, 'dashboard-1440');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${visitor.url()}/`);
    await expect.poll(() => page.evaluate(stored('userData'))).toBeNull();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${visitor.url()}/app/my-images?page=1`);
    // Asks for the login, and returns.
    const modal = page.getByRole('dialog', { name: 'Log in' });
    await modal.getByText('Log in to open this page.').waitFor();
    await page.waitForURL(`${visitor.url()}/`);
    await photograph(page, 'login-for-page-1440');
    await fillIn(modal, email, PASSWORD);
    await submit(modal).click();
    await page.waitForURL('**/app/my-images?page=1');
    await page.getByRole('link', { name: 'Remove background' }).click();
    await page.waitForURL('**/app/dashboard');
    await page.reload();
    await page.getByRole('navigation', { name: 'Your account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/dashboard');
  });

  test('is for adults: the form says so, and links to the legal texts without losing what was typed', async () => {
    const page = await visitor.open('/es');
    const modal = await openModal(page, 'signUp', 'es');
    await fillIn(modal, newEmail(), PASSWORD, 'es');
    await modal.getByText('al menos 18 años').waitFor();
    const opened = page.waitForEvent('popup');
    await modal.getByRole('link', { name: 'Política de privacidad' }).click();
    expect(new URL((await opened).url()).pathname).toBe('/es/privacy-policy');
    expect(await modal.locator('input[type=password]').inputValue()).toBe(PASSWORD);
  });

  test('is not made twice when the response is lost: the second press continues', async () => {
    const page = await visitor.open('/');
    await page.route(
      '**/api/user',
      async (route) => {
        const sent = route.request();
        const made = await fetch(sent.url(), {
          method: 'POST',
          headers: await sent.allHeaders(),
          body: sent.postData(),
        });
        expect(made.status).toBe(201);
        await route.abort();
      },
      { times: 1 },
    );
    const modal = await openModal(page, 'signUp');
    await fillIn(modal, newEmail(), PASSWORD);
    await submit(modal).click();
    await modal.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await submit(modal).click();
    await page.waitForURL('**/app/dashboard');
  });

  test("counts for its owner's campaign; the address is cleaned, and a second visit requests no other number", async () => {
    const page = await visitor.open('/?utm_source=letter&utm_campaign=Autumn&keep=1');
    await page.locator('h1').waitFor();
    expect(new URL(page.url()).search).toBe('?keep=1');
    const stored = (name: string) => page.evaluate((key) => localStorage.getItem(key), name);
    await expect.poll(() => stored('visitor-id')).toMatch(/[0-9a-f-]{36}/);
    expect(await stored('hero-variant')).toMatch(/photographs/);
    const first = await stored('visitor-id');
    let landings = 0;
    page.on('request', (request) => (landings += request.url().includes('/api/analytics/landing') ? 1 : 0));
    await page.goto(`${visitor.url()}/?gclid=1`);
    await page.locator('h1').waitFor();
    expect(await stored('visitor-id')).toBe(first);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /\/api\/user\/?$/.test(request.url()));
    const modal = await openModal(page, 'signUp');
    await fillIn(modal, newEmail(), PASSWORD);
    await submit(modal).click();
    const { visitor_id: id } = (await sent).postDataJSON() as { visitor_id: string };
    expect(first).toContain(id);
    await page.waitForURL('**/app/dashboard');
    expect(landings).toBe(0);
  });

  test('is not opened by a wrong password, and the typed address stays', async () => {
    const email = await makeAccount(visitor.url());
    const page = await visitor.open('/');
    const modal = await openModal(page, 'logIn');
    // Addresses are trimmed (docs/product.md, Accounts).
    await fillIn(modal, ` ${email} `, 'wrong');
    await submit(modal).click();
    await modal.getByRole('alert').getByText('The username and/or password is incorrect').waitFor();
    await modal.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await submit(modal).click();
    await page.waitForURL('**/app/dashboard');
  });

  test('is opened by a mailed link, once', async () => {
    const email = await makeAccount(visitor.url());
    const page = await visitor.open('/');
    const modal = await openModal(page, 'logIn');
    await modal.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await modal.getByLabel('Email', { exact: true }).fill(email);
    await submit(modal).click();
    await modal.getByText(`If there is an account for ${email}`).waitFor();
    const link = await linkFromMail(visitor.url(), email, '/auth/magic-link');

    // The mail is opened in another browser.
    const elsewhere = await visitor.open(link);
    await elsewhere.getByText(`This link logs you in as ${email}.`).waitFor();
    // A mail scanner that only opens links does not consume them.
    await (await visitor.open(link)).getByText(email).waitFor();
    await elsewhere.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await elsewhere.waitForURL('**/app/dashboard');
    const again = await visitor.open(link);
    await again.getByRole('heading', { name: 'Authentication failed' }).waitFor();
    await again.getByText('This link has expired or was used already').waitFor();
    await again.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await again.getByRole('dialog').waitFor();
  });

  test('has mails in the sandbox, which this browser reads once it has the key', async () => {
    const page = await visitor.open('/');
    const email = await signUp(page);
    const notice = page.getByRole('region', { name: 'Confirm your address' });
    const [mailbox] = await Promise.all([
      page.waitForEvent('popup'),
      notice.getByRole('link', { name: 'Open the mailbox' }).click(),
    ]);
    const key = mailbox.getByLabel('Key, the end of that address');
    await key.fill('wrong');
    await mailbox.getByRole('button', { name: 'Open the mailbox' }).click();
    await key.waitFor();
    await photograph(mailbox, 'mailbox-key-1440');
    await key.fill(mailboxKey(visitor.url()));
    await mailbox.getByRole('button', { name: 'Open the mailbox' }).click();
    await mailbox.getByText(email).first().waitFor();
    expect(mailbox.url()).toBe(`${visitor.url()}/dev/mailbox`);
    // Remembered.
    await mailbox.reload();
    await mailbox.getByText(email).first().waitFor();
  });

  test('says that its address is not proved until the mailed link is opened while logged in', async () => {
    const page = await visitor.open('/');
    const email = await signUp(page);
    const notice = page.getByRole('region', { name: 'Confirm your address' });
    await notice.getByText(`we sent a link to ${email}`).waitFor();
    await notice.getByRole('link', { name: 'Open the mailbox' }).waitFor();
    await photograph(page, 'unproved-1440');
    const link = await linkFromMail(visitor.url(), email, '/confirm-address');

    // Without a login the page says what to do.
    const elsewhere = await visitor.open(link);
    await elsewhere.getByText("Didn't sign up? Log in with an email link").waitFor();

    await page.goto(visitor.url() + link);
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
    await photograph(page, 'proved-1440');
    await page.getByRole('link', { name: 'Go to my account' }).click();
    await page.waitForURL('**/app/**');
    expect(await notice.count()).toBe(0);
  });

  test('gets a new password by mail; the old one and the link stop working', async () => {
    const email = await makeAccount(visitor.url());
    const page = await visitor.open('/');
    const modal = await openModal(page, 'logIn');
    await modal.getByRole('button', { name: 'Forgot your password?' }).click();
    await modal.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await modal.getByLabel('Email', { exact: true }).fill(email);
    await submit(modal).click();
    await modal.getByText(`If there is an account for ${email}`).waitFor();
    const link = await linkFromMail(visitor.url(), email, '/change-password/');

    await page.goto(visitor.url() + link);
    const main = page.getByRole('main');
    await main.getByLabel('New password', { exact: true }).fill('Another-horse-8');
    await main.getByLabel('Repeat the new password').fill('Another-horse-8');
    await submit(main).click();
    await main.getByRole('heading', { name: 'Your password is set' }).waitFor();

    await page.goto(visitor.url() + link);
    await main.getByLabel('New password', { exact: true }).fill('Third-horse-9');
    await main.getByLabel('Repeat the new password').fill('Third-horse-9');
    await submit(main).click();
    await main.getByRole('alert').getByText('This link has expired or was used already').waitFor();
    await main.getByRole('button', { name: 'Start again' }).click();
    await page.waitForURL('**/forgot-password');

    await page.goto(visitor.url());
    await logIn(page, email, 'Another-horse-8');
  });

  test('is made and opened through another site', async () => {
    const page = await visitor.open('/');
    const modal = await openModal(page, 'signUp');
    await modal.getByRole('link', { name: /Continue with/ }).click();
    const email = newEmail();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue to Clearcut' }).click();
    await page.waitForURL('**/app/dashboard');
    await page.getByText(email).last().waitFor();
  });

  test('is not made when the user refuses at the other site: the modal says so, and closing it clears the address', async () => {
    const page = await visitor.open('/');
    const modal = await openModal(page, 'logIn');
    await modal.getByRole('link', { name: /Continue with/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('did not work').waitFor();
    expect(new URL(page.url()).searchParams.get('oauth_error')).not.toBeNull();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false);
  });
});

describe('a picture made without an account', () => {
  test('stays with a user who signs up to save it, and is gone after they sign out', async () => {
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    await untilCutOut(page);
    await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
    const modal = page.getByRole('dialog');
    await modal.getByRole('heading', { name: 'Create your account' }).waitFor();
    await modal.getByText('You need an account to save in HD. Your picture comes with you and is saved.').waitFor();
    await photograph(page, 'sign-up-to-save-1440');
    await modal.getByRole('button', { name: 'Log in', exact: true }).click();
    await modal.getByText('Please log in to save your image').waitFor();
    await modal.getByRole('button', { name: 'Sign up' }).click();
    await fillIn(modal, newEmail(), PASSWORD);
    await submit(modal).click();
    // The save continues by itself, and the team lacks credits for it.
    await page.waitForURL('**/app/dashboard');
    const noCredits = page.getByRole('dialog', { name: 'No credits available' });
    await noCredits.getByText('Please add credits').waitFor();
    await photograph(page, 'no-credits-1440');
    await noCredits.getByRole('button', { name: 'OK' }).click();
    expect(new URL(page.url()).search).toBe('');

    await page.reload();
    await untilCutOut(page);
    await page.getByText('duck.jpg', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${visitor.url()}/`);
    await expect.poll(() => page.evaluate(stored('last-transaction'))).toBeNull();
    await page.goto(`${visitor.url()}/upload`);
    await page.getByRole('button', { name: /Choose a picture/ }).waitFor();
  });

  test('stays while it is still being processed', async () => {
    const page = await visitor.open('/upload');
    const modal = await openModal(page, 'signUp');
    await fillIn(modal, newEmail(), PASSWORD);
    await choose(page, duckPath);
    await submit(modal).click();
    await page.waitForURL('**/app/dashboard');
    await untilCutOut(page);
    await page.reload();
    await untilCutOut(page);
  });

  test('stays after signing in through another site', async () => {
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    await untilCutOut(page);
    await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Continue with/ })
      .click();
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('button', { name: 'Continue to Clearcut' }).click();
    await page.waitForURL('**/app/dashboard');
    await page.getByRole('dialog', { name: 'No credits available' }).waitFor();
    await untilCutOut(page);
  });

  test('is reported when it could not be carried over', async () => {
    const page = await visitor.open('/');
    await page.route('**/link-anonymous-images', (route) => route.abort('connectionfailed'));
    await signUp(page);
    await page.getByText('Failed to link images').waitFor();
  });
});

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
    await page.route('**/api/user/me', async (route) => {
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
