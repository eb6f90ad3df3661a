import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openInEditor, PATIENT, section } from './editor-hand.ts';
import { overflow, vase, viewOf } from './library.ts';
import { fillIn, makeAccount, PASSWORD, submit } from './person.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PHONE = { viewport: { width: 390, height: 844 } };

/** A visitor on a phone who pressed Save in the editor, and an account with credits. */
async function wishToSave(): Promise<{ page: Page; email: string; id: string }> {
  const email = await makeAccount(visitor.url());
  await visitor.operator('grant-credits', email, '2');
  const page = await visitor.open('/upload', PHONE);
  const id = await openInEditor(page, { name: 'vase.png', mimeType: 'image/png', buffer: await vase(320) });
  await section(page, 'Save').click();
  await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
  return { page, email, id };
}

/** From the sign-up that a save opens to the login. */
async function logInHere(page: Page, email: string): Promise<void> {
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'Log in', exact: true }).click();
  await modal.getByText('Please log in to save your image').waitFor();
  await fillIn(modal, email, PASSWORD);
  await submit(modal).click();
}

const creditsLeft = async (page: Page): Promise<unknown> =>
  ((await (await page.request.get(`${visitor.url()}/api/billing`)).json()) as { credits: number }).credits;

test('regression: on a phone, whose panel shows backgrounds after the login, the save continues once', async () => {
  const { page, email, id } = await wishToSave();
  await logInHere(page, email);
  await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('resume'), searchParams.get('image')]).toEqual([null, id]);
  expect(await section(page, 'Save').getAttribute('aria-selected')).toBe('true');
  // Regression: it took a third of the row once the picture was saved.
  const more = await page.getByRole('button', { name: 'More ways to download' }).boundingBox();
  expect(more?.width).toBe(52);
  await photograph(page, 'resumed-save-390');
  await page.reload();
  await section(page, 'Save').click();
  await page.getByText('Saved in HD', { exact: true }).waitFor();
  expect(await creditsLeft(page)).toBe(1);
});

test('a save interrupted by a login for more than a minute asks before it spends', async () => {
  const { page, email, id } = await wishToSave();
  await page.evaluate(() => {
    const wish = JSON.parse(localStorage.getItem('resume-save') ?? '{}') as { value: string };
    const { id, at } = JSON.parse(wish.value) as { id: string; at: number };
    localStorage.setItem('resume-save', JSON.stringify({ ...wish, value: JSON.stringify({ id, at: at - 61_000 }) }));
  });
  await logInHere(page, email);
  const question = page.getByRole('alertdialog', { name: 'Save your picture now?' });
  await question.waitFor();
  expect(new URL(page.url()).searchParams.get('resume')).toBeNull();
  expect(await seriousProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await photograph(page, 'resume-question-390');
  await page.setViewportSize({ width: 1280, height: 800 });
  await photograph(page, 'resume-question-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await question.getByRole('button', { name: 'Not now' }).click();
  expect((await viewOf(page, visitor.url(), id)).save).toBeNull();
  expect(await creditsLeft(page)).toBe(2);
});
