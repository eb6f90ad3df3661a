/** Interruptions of work: a login that ended elsewhere, a picture that is gone, a lost connection. */
import type { Profile } from '@clearcut/schemas/identity/http';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { alphaAt, BODY, drag, openAsMember, PATIENT, untilSettled, WALL } from './editor-hand.ts';
import { newOwner, overflow, untilRefined, upload, vase } from './library.ts';
import { newPayer } from './payer.ts';
import { fillIn, PASSWORD, submit } from './person.ts';
import { bring, createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const headers = { 'client-id': 'interrupted-test' };

/** Ends the login from another device. @returns the person's email */
async function endElsewhere(page: Page): Promise<string> {
  const { email } = (await (await page.request.get(`${visitor.url()}/api/user/me`, { headers })).json()) as Profile;
  const other = (await visitor.blank()).request;
  const login = await other.post(`${visitor.url()}/api/auth/login`, { headers, data: { email, password: PASSWORD } });
  expect(login.status()).toBe(200);
  expect((await other.delete(`${visitor.url()}/api/auth/sessions/`, { headers })).status()).toBe(204);
  return email;
}

async function loginOf(page: Page): Promise<Locator> {
  const modal = page.getByRole('dialog', { name: 'Log in' });
  await modal.getByText('You were logged out. Log in to return to this page.').waitFor(PATIENT);
  return modal;
}

async function logInAgain(page: Page, email: string): Promise<void> {
  const modal = await loginOf(page);
  await fillIn(modal, email, PASSWORD);
  await submit(modal).click();
}

const creditsOf = async (page: Page): Promise<unknown> =>
  ((await (await page.request.get(`${visitor.url()}/api/billing`)).json()) as { credits: number }).credits;

/** A member's two pictures, the latest open in the editor. */
async function openedOfTwo(): Promise<{ page: Page; id: string }> {
  const { page } = await newOwner(visitor);
  for (const name of ['first.png', 'last.png']) {
    const id = await upload(page, visitor.url(), name, await vase(640));
    await untilRefined(page, visitor.url(), id);
  }
  await page.goto(`${visitor.url()}/app/my-images`);
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByRole('heading', { name: 'last.png' }).waitFor(PATIENT);
  await untilSettled(page);
  return { page, id: new URL(page.url()).searchParams.get('image') ?? '' };
}
const remove = async (page: Page, id: string) =>
  expect((await page.request.delete(`${visitor.url()}/api/transaction/${id}/`, { headers })).status()).toBe(204);

describe('a login that ended elsewhere', () => {
  test('regression: keeps a stroke made since, and shows it after the next login', async () => {
    const page = await openAsMember(visitor);
    const address = page.url();
    const email = await endElsewhere(page);
    await page.keyboard.press('e');
    await drag(page, [WALL, BODY]);
    await loginOf(page);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'ended-editing-1440');
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph(page, 'ended-editing-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await logInAgain(page, email);
    await page.waitForURL(address);
    await untilSettled(page);
    await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
    await page.reload();
    await untilSettled(page);
    expect(await alphaAt(page, BODY)).toBe(0);
  });

  test('regression: makes a save once, after the next login', async () => {
    const page = await openAsMember(visitor, 3);
    const email = await endElsewhere(page);
    await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
    await logInAgain(page, email);
    await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
    expect(await creditsOf(page)).toBe(2);
  });

  test("regression: a bulk upload's pictures are sent after the next login", async () => {
    const { page } = await newOwner(visitor);
    const address = `${visitor.url()}/app/dashboard/bulk`;
    await page.goto(address);
    const input = page.getByTestId('bulk-input');
    await input.waitFor({ state: 'attached' });
    const email = await endElsewhere(page);
    const files = [320, 480].map(async (side) => ({
      name: `vase-${side}.png`,
      mimeType: 'image/png',
      buffer: await vase(side),
    }));
    await input.setInputFiles(await Promise.all(files));
    await logInAgain(page, email);
    await page.waitForURL(address);
    await expect.poll(() => page.getByRole('link', { name: /^Edit: vase-/ }).count(), PATIENT).toBe(2);
  });

  test("regression: pictures dropped at home join a bulk upload's that wait for the next login", async () => {
    const { page } = await newOwner(visitor);
    await page.goto(`${visitor.url()}/app/dashboard/bulk`);
    const input = page.getByTestId('bulk-input');
    await input.waitFor({ state: 'attached' });
    const email = await endElsewhere(page);
    const files = [320, 400, 480, 560].map(async (side) => ({
      name: `vase-${side}.png`,
      mimeType: 'image/png',
      buffer: await vase(side),
    }));
    const vases = await Promise.all(files);
    await input.setInputFiles(vases.slice(0, 2));
    await loginOf(page);

    await page.goto(visitor.url());
    await bring(page, 'drop', vases.slice(2));
    const modal = page.getByRole('dialog');
    await modal.getByText('You need an account for several pictures at once').waitFor();
    await modal.getByRole('button', { name: 'Log in', exact: true }).click();
    await fillIn(modal, email, PASSWORD);
    await submit(modal).click();
    await page.waitForURL('**/app/dashboard/bulk');
    await expect.poll(() => page.getByRole('link', { name: /^Edit: vase-/ }).count(), PATIENT).toBe(4);
  });

  test('regression: a payment page says why it closed, and returns after the login', async () => {
    const { page, open } = await newPayer(visitor);
    await open('/app/billing');
    await page.getByRole('button', { name: 'Buy 50 credits for $19' }).click();
    await page.waitForURL('**/app/checkout?**');
    const address = page.url();
    await page.getByRole('radio', { name: /Visa 4242/ }).check();
    await page.getByRole('checkbox', { name: /I accept/ }).check();
    const email = await endElsewhere(page);
    await page.getByRole('button', { name: /^Pay / }).click();
    await logInAgain(page, email);
    await page.waitForURL(address);
    await page.getByRole('radio', { name: /Visa 4242/ }).waitFor(PATIENT);
  });
});

describe('a picture that is gone', () => {
  test.each(['a stroke', 'a save'])(
    'regression: after %s the editor still showed its tools in place of the next picture',
    async (work) => {
      const { page, id } = await openedOfTwo();
      await page.context().setOffline(true);
      await page.keyboard.press('e');
      if (work === 'a stroke') await drag(page, [WALL, BODY]);
      else await page.getByRole('button', { name: /^Save in HD/ }).click();
      await remove(page, id);
      await page.context().setOffline(false);
      await page.getByText('“last.png” failed').waitFor(PATIENT);
      await page.getByRole('heading', { name: 'first.png' }).waitFor(PATIENT);
      await untilSettled(page);
      expect(new URL(page.url()).searchParams.get('image')).not.toBe(id);
    },
  );

  test('a link to it leads to an upload, on a phone too', async () => {
    const { page } = await newOwner(visitor);
    const id = await upload(page, visitor.url(), 'vase.png', await vase());
    await untilRefined(page, visitor.url(), id);
    await remove(page, id);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${visitor.url()}/app/editor?image=${id}`);
    await page.getByRole('button', { name: 'Add a picture' }).first().waitFor(PATIENT);
    await page.getByText("This picture doesn't exist or isn't yours.").first().waitFor(PATIENT);
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'gone-link-390');
  });
});

test('regression: a page opened without a connection blamed a new version; it appears by itself', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/dashboard`);
  await page.getByRole('link', { name: 'Billing' }).waitFor(PATIENT);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor(PATIENT);
  await photograph(page, 'page-offline-1440');
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor(PATIENT);
});

test('regression: no plan could be chosen after the way back from a checkout', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/checkout?step=SELECT_PLAN`);
  // Stays on the page, as the browser keeps it for the way back.
  const next = /clientSecret=/;
  await page.route(next, (route) => route.abort('aborted'));
  const left = page.waitForRequest(next, PATIENT);
  const choose = page.getByRole('button', { name: 'Choose Starter' });
  await choose.click(PATIENT);
  await left;
  expect(await choose.isDisabled()).toBe(true);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(() => choose.isEnabled(), PATIENT).toBe(true);
});
