/** Asks in the editor and in My images before a guessed subject costs a credit, on a phone and on a laptop. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { unseen } from '../support/pictures.ts';
import { section, untilSettled } from './editor-hand.ts';
import { newOwner, overflow, untilRefined, upload, vase } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 90_000 };
const WIDTHS = [
  [390, 844],
  [1280, 800],
] as const;

/** An account with credits and a picture of which Clearcut only guesses the subject. */
async function withGuess(width: number, height: number): Promise<{ page: Page; id: string }> {
  const { page, email } = await newOwner(visitor, 'en', { viewport: { width, height } });
  await visitor.operator('grant-credits', email, '3');
  const id = await upload(page, visitor.url(), 'green.jpg', await unseen());
  expect((await untilRefined(page, visitor.url(), id)).isGuess).toBe(true);
  return { page, id };
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Is this what you meant?' });

async function creditsLeft(page: Page): Promise<number> {
  const answer = await page.request.get(`${visitor.url()}/api/billing`, { headers: { 'client-id': 'library-test' } });
  return ((await answer.json()) as { credits: number }).credits;
}

/** Photographs the open question, says no, asks again by `press`, and says yes. */
async function refuseThenConfirm(page: Page, shot: string, press: () => Promise<void>): Promise<void> {
  await question(page).waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, shot);
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await question(page).waitFor({ state: 'hidden' });
  // A declined question is not a failure to report.
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  expect(await creditsLeft(page)).toBe(3);

  await press();
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'hidden' });
  expect(await creditsLeft(page)).toBe(3);

  await press();
  await question(page).getByRole('button', { name: 'Save in HD · 1 credit' }).click();
}

test.each(WIDTHS)('the editor asks whether a guess is right, at %i × %i', async (width, height) => {
  const { page, id } = await withGuess(width, height);
  // The browser learns here that it is logged in.
  await page.goto(`${visitor.url()}/app/my-images`);
  await page.getByRole('link', { name: 'green.jpg', exact: true }).waitFor();
  await page.goto(`${visitor.url()}/app/editor?image=${id}`);
  await untilSettled(page);
  // On a phone the button has its own section.
  if (width < 600) await section(page, 'Save').click();
  const press = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
    await question(page).waitFor();
  };
  await press();
  await refuseThenConfirm(page, `guess-editor-${width}`, press);
  await page.getByRole('link', { name: 'Download HD' }).waitFor(PATIENT);
  expect(await creditsLeft(page)).toBe(2);
});

test.each(WIDTHS)('My images asks whether a guess is right, at %i × %i', async (width, height) => {
  const { page } = await withGuess(width, height);
  await page.goto(`${visitor.url()}/app/my-images`);
  const save = page.getByRole('button', { name: 'Save in HD · 1 credit: green.jpg' });
  await save.click();
  await page
    .getByRole('alertdialog', { name: 'Save green.jpg in HD?' })
    .getByRole('button', { name: 'Save in HD · 1 credit' })
    .click();
  await refuseThenConfirm(page, `guess-my-images-${width}`, async () => {
    await save.click();
    await question(page).waitFor();
  });
  await page.getByRole('link', { name: 'HD, download green.jpg' }).waitFor(PATIENT);
  expect(await creditsLeft(page)).toBe(2);
});

test.each(WIDTHS)(
  'selected pictures are saved without guesses, unless those are ticked, at %i × %i',
  async (width, height) => {
    const { page } = await withGuess(width, height);
    await untilRefined(page, visitor.url(), await upload(page, visitor.url(), 'vase.png', await vase()));
    await page.goto(`${visitor.url()}/app/my-images`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Save 2 in HD · 2 credits' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Save 1 picture in HD?').waitFor();
    const tick = dialog.getByRole('checkbox', { name: 'Also save our best guesses: 1' });
    expect(await overflow(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, `guess-selected-${width}`);
    await tick.check();
    await dialog.getByText('Save 2 pictures in HD?').waitFor();
    await tick.uncheck();
    await dialog.getByRole('button', { name: 'Save in HD' }).click();
    await page.getByText('1 picture is saved in HD.').waitFor(PATIENT);
    expect(await creditsLeft(page)).toBe(2);
    await page.getByRole('link', { name: 'HD, download vase.png' }).waitFor(PATIENT);
    expect(await page.getByRole('link', { name: 'HD, download green.jpg' }).count()).toBe(0);
  },
);
