import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newOwner, overflow } from './library.ts';
import { fillIn, type Language, openModal, PASSWORD, submit } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };

/** An authenticator that agrees to everything. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return { devtools, authenticatorId };
}

/** Copies the authenticator with its passkeys to another browser. */
async function takeAlong(from: Awaited<ReturnType<typeof plugIn>>, to: Page): Promise<void> {
  const { devtools, authenticatorId } = await plugIn(to);
  const { credentials } = await from.devtools.send('WebAuthn.getCredentials', {
    authenticatorId: from.authenticatorId,
  });
  for (const credential of credentials) await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
}

/** An account with a passkey, on its page. */
async function withPasskey() {
  const { page, email } = await newOwner(visitor);
  const authenticator = await plugIn(page);
  await page.goto(`${visitor.url()}/app/my-account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await page.getByText('Keep these recovery codes').waitFor(PATIENT);
  return { page, email, authenticator };
}

test('a passkey is added, named and removed in My account, and re-authenticates its user', async () => {
  const { page } = await withPasskey();
  await page.getByRole('button', { name: "I've kept them" }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'not used yet' });
  await row.getByText('My phone').waitFor(PATIENT);
  // Comes after the row; axe would see it half faded in.
  await page.getByText('Passkey added').waitFor(PATIENT);
  await photograph(page, 'passkeys-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'Rename My phone' }).click();
  await page.getByLabel('Name of the passkey').fill('Old phone');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByRole('button', { name: 'Remove Old phone' }).waitFor(PATIENT);

  // As after ten minutes: the next change is refused once, and sent again after the proof.
  await page.route(
    '**/api/auth/passkeys/*/',
    (route) => route.fulfill({ status: 403, json: { errorCode: 'proof_required' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Remove Old phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor(PATIENT);
  await photograph(page, 'passkeys-step-up');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Passkey removed').first().waitFor(PATIENT);
  await page.getByText('No authenticator app is set up.').waitFor(PATIENT);
  await expect.poll(() => page.getByText('Old phone').count(), PATIENT).toBe(0);
});

test('a passkey finishes the login after the password', async () => {
  const { email, authenticator } = await withPasskey();
  const elsewhere = await visitor.open('/', { viewport: { width: 1440, height: 900 } });
  await takeAlong(authenticator, elsewhere);
  const modal = await openModal(elsewhere, 'logIn');
  await fillIn(modal, email, PASSWORD);
  await submit(modal).click();
  await modal.getByRole('button', { name: 'Use a passkey' }).waitFor(PATIENT);
  await photograph(elsewhere, 'passkeys-second-half');
  expect(await seriousProblems(elsewhere)).toEqual([]);
  await modal.getByRole('button', { name: 'Use a passkey' }).click();
  await elsewhere.waitForURL('**/app/dashboard');
});

test('a passkey logs in from the dialog, without a password', async () => {
  const { email, authenticator } = await withPasskey();
  const elsewhere = await visitor.open('/');
  await takeAlong(authenticator, elsewhere);
  const modal = await openModal(elsewhere, 'logIn');
  await photograph(elsewhere, 'passkeys-login');
  expect(await seriousProblems(elsewhere)).toEqual([]);
  await modal.getByRole('button', { name: 'Log in with a passkey' }).click();
  await elsewhere.waitForURL('**/app/dashboard');
  await elsewhere.getByText(email).first().waitFor(PATIENT);
});

test('adding a passkey fits a phone in Arabic', async () => {
  const language: Language = 'ar';
  const { page } = await newOwner(visitor, language, { viewport: { width: 390, height: 844 } });
  await plugIn(page);
  await page.goto(`${visitor.url()}/app/my-account`);
  await page.getByRole('button', { name: 'إضافة مفتاح مرور' }).click();
  await page.getByLabel('اسم مفتاح المرور').waitFor(PATIENT);
  await page.getByLabel('اسم مفتاح المرور').scrollIntoViewIfNeeded();
  await photograph(page, 'passkeys-390-ar');
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
});
