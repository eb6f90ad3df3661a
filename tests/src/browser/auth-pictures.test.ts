/** Pictures of visitors who sign up or log in. */
import { describe, expect, test } from 'vitest';
import { fillIn, newEmail, openModal, PASSWORD, signUp, submit } from './person.ts';
import { choose, createVisitor, duckPath, photograph, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const stored = (key: string) => `localStorage.getItem(${JSON.stringify(key)})`;

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
    await page.route('**/link-anonymous-images/', (route) => route.abort('connectionfailed'));
    await signUp(page);
    await page.getByText('Failed to link images').waitFor();
  });
});
