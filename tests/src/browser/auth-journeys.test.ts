import { describe, expect, test } from 'vitest';
import { fillIn, linkFromMail, logIn, makeAccount, newEmail, openModal, PASSWORD, signUp, submit } from './person.ts';
import { mailboxKey } from '../support/mailbox.ts';
import { createVisitor, photograph } from './visitor.ts';

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
      '**/api/user/',
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

  test('regression: the notice about its address took a third of a small window, on every page', async () => {
    const page = await visitor.open('/');
    await signUp(page);
    await page.setViewportSize({ width: 740, height: 360 });
    const notice = page.getByRole('region', { name: 'Confirm your address' });
    expect((await notice.boundingBox())?.height).toBeLessThan(100);
    await notice.getByRole('button', { name: 'Close' }).click();
    expect(await notice.count()).toBe(0);
    expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'My images' }).first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My images' }).waitFor();
    expect(await notice.count()).toBe(0);
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
