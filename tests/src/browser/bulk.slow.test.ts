import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { unseen } from '../support/pictures.ts';
import { fillIn, homeOf, newEmail, PASSWORD, signUp, submit, type Language } from './person.ts';
import { bring, createVisitor, duckPath, isShared, photograph, seriousProblems, type TestFile } from './visitor.ts';

const visitor = createVisitor({ ownProduct: true });
const PATIENT = { timeout: 60_000 };

/** Ducks of different colours, small and quick. */
const ducks = (count: number): Promise<TestFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `duck-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp(duckPath)
        .resize(400)
        .modulate({ hue: index * 9 })
        .jpeg()
        .toBuffer(),
    })),
  );

const damaged = async (): Promise<TestFile> => ({
  name: 'damaged.jpg',
  mimeType: 'image/jpeg',
  // Baseline: a progressive file cut short is refused later, by the decoder.
  buffer: (await sharp(duckPath).jpeg().toBuffer()).subarray(0, 5_000),
});

const note: TestFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };

const give = (page: Page, files: readonly TestFile[]) =>
  page.getByTestId('bulk-input').setInputFiles(files.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })));

async function openBulk(credits = 0, language: Language = 'en'): Promise<Page> {
  const page = await visitor.open(homeOf(language));
  const email = await signUp(page, language, newEmail());
  if (credits > 0) await visitor.operator('grant-credits', email, String(credits));
  await page.goto(`${visitor.url()}/app/dashboard/bulk`);
  await page.getByTestId('bulk-input').waitFor({ state: 'attached' });
  return page;
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const ready = (page: Page) => rows(page).getByRole('link', { name: /^Edit: / });

async function untilReady(page: Page, count: number): Promise<void> {
  await expect.poll(() => ready(page).count(), { timeout: 100_000 }).toBe(count);
}

const onServer = (page: Page): Promise<TransactionView[]> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/transaction/?pageSize=100');
    return ((await answer.json()) as { transactions: TransactionView[] }).transactions;
  });

/** Keys of the person's files in the browser's database. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('clearcut-bulk');
        opening.addEventListener('error', () => reject(new Error('No database')));
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('bulk').objectStore('bulk').getAllKeys();
          keys.addEventListener('success', () => resolve(keys.result.map(String)));
        });
      }),
  );

describe('twelve pictures', () => {
  test('survive a reload and a killed server; files that are not pictures are named', async () => {
    const page = await openBulk();
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'bulk-empty-1440');
    const line = await page.context().newCDPSession(page);
    const uploadAt = (bytesPerSecond: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await uploadAt(8_000);
    await give(page, [...(await ducks(12)), await damaged(), note]);
    const refused = page.getByRole('alert').filter({ hasText: '1 file was not accepted' });
    await refused.getByText('“notes.txt” is not a picture we can read').waitFor();
    await refused.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => rows(page).count(), PATIENT).toBe(13);
    await expect.poll(() => ready(page).count(), { timeout: 60_000 }).toBeGreaterThan(0);
    await photograph(page, 'bulk-working-1440');
    expect((await kept(page)).filter((key) => key.startsWith('file:')).length).toBeGreaterThan(3);
    await page.reload();
    await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(13);

    await rows(page)
      .getByText(/^Uploading/)
      .first()
      .waitFor();
    if (!isShared) {
      // The server returns within a second or two, perhaps unseen: blocks requests until the page has noticed.
      await page.route('**/api/**', (route) => route.abort('connectionrefused'));
      await visitor.kill('command-api');
      await page.getByText('The server cannot be reached').first().waitFor();
      await page.unroute('**/api/**');
    }
    await uploadAt(-1);
    await untilReady(page, 12);
    const bad = rows(page).filter({ hasText: 'damaged.jpg' });
    await bad.getByText('The picture is damaged or incomplete').waitFor();
    await page.getByText('Done, but 1 picture failed').first().waitFor();
    await photograph(page, 'bulk-done-1440');
    expect(await seriousProblems(page)).toEqual([]);

    const pictures = await onServer(page);
    expect(pictures.map(({ originalFileName }) => originalFileName).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `duck-${index + 1}.jpg`).toSorted(),
    );
    expect(new Set(pictures.map(({ batchId }) => batchId)).size).toBe(1);
    // Only files missing on the server must be kept here.
    expect((await kept(page)).filter((key) => key.startsWith('file:'))).toEqual([]);

    await rows(page).filter({ hasText: 'duck-12.jpg' }).getByRole('button', { name: 'Remove: duck-12.jpg' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => rows(page).count(), PATIENT).toBe(12);
    expect(await onServer(page)).toHaveLength(11);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all previews' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^clearcut-previews-.*\.zip$/);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${visitor.url()}/`);
    await expect.poll(() => kept(page), PATIENT).toEqual([]);
  });
});

describe('saving everything in HD', () => {
  test('says the price first, stops cleanly when credits run out, and continues with more of them', async () => {
    const page = await openBulk(2);
    await give(page, await ducks(4));
    await untilReady(page, 4);
    await page.getByRole('button', { name: 'Save all in HD' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Save 4 pictures in HD?' });
    await dialog.getByText('this takes 4 credits, and your team has 2 credits.').waitFor();
    await dialog.getByText('Not enough: 2 pictures will be saved, then it stops.').waitFor();
    await photograph(page, 'bulk-save-dialog-1440');
    await dialog.getByRole('button', { name: 'Save in HD' }).click();
    await page
      .getByText(/^Saving in HD: \d of 4/)
      .first()
      .waitFor();

    const modal = page.getByRole('dialog', { name: 'No credits available' });
    await modal.getByText('Please add credits').waitFor({ timeout: 60_000 });
    await modal.getByRole('button', { name: 'OK' }).click();
    await page.getByText('2 pictures are saved in HD.').waitFor();
    await page.getByText('2 of 4 are not saved, and nothing was charged for them').waitFor();
    await expect.poll(() => rows(page).getByText('Saved in HD').count(), PATIENT).toBe(2);
    expect(await page.getByTestId('credits').last().innerText()).toBe('0 credits left');
    await photograph(page, 'bulk-broke-1440');
    expect(await seriousProblems(page)).toEqual([]);

    const [me] = [await page.evaluate(() => localStorage.getItem('userData'))];
    const { email } = JSON.parse((JSON.parse(me ?? '{}') as { value: string }).value) as { email: string };
    await visitor.operator('grant-credits', email, '5', '--key', randomUUID());
    await page.reload();
    await page.getByRole('button', { name: 'Save all in HD' }).click();
    await page.getByRole('alertdialog').getByText('this takes 2 credits, and your team has 5 credits.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save in HD' }).click();
    await page.getByText('2 pictures are saved in HD.').waitFor({ timeout: 60_000 });
    await expect.poll(() => page.getByTestId('credits').last().innerText(), PATIENT).toBe('3 credits left');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 4 HD files' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^clearcut-hd-.*\.zip$/);
  });

  test('saves guesses only when ticked', async () => {
    const page = await openBulk(5);
    const green = { name: 'green.jpg', mimeType: 'image/jpeg', buffer: await unseen() };
    await give(page, [...(await ducks(1)), green]);
    await untilReady(page, 2);
    await page.getByRole('button', { name: 'Save all in HD' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Save 1 picture in HD?' });
    await dialog.getByRole('button', { name: 'Save in HD' }).click();
    await page.getByText('1 picture is saved in HD.').waitFor({ timeout: 60_000 });
    expect((await onServer(page)).filter(({ save }) => save !== null)).toHaveLength(1);

    await page.getByRole('button', { name: 'Save all in HD' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Save in HD' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Also save our best guesses: 1' }).check();
    await photograph(page, 'bulk-save-guesses-1440');
    expect(await seriousProblems(page)).toEqual([]);
    await confirm.click();
    await expect.poll(async () => (await onServer(page)).every(({ save }) => save !== null), PATIENT).toBe(true);
  });

  test('continues after a reload only on request', async () => {
    const page = await openBulk(5);
    await give(page, await ducks(2));
    await untilReady(page, 2);
    // The answers never arrive, so the reload finds the saves in progress.
    await page.route('**/save/?bulk=true', (route) => void route.abort('connectionfailed'));
    await page.getByRole('button', { name: 'Save all in HD' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save in HD' }).click();
    await page.getByText('Saving in HD: 0 of 2').first().waitFor();
    await page.unroute('**/save/?bulk=true');
    let saves = 0;
    page.on('request', (request) => (saves += request.url().endsWith('/save/?bulk=true') ? 1 : 0));
    await page.reload();
    await page.getByText('Saving was interrupted: 2 pictures are not saved yet.').waitFor();
    expect(saves).toBe(0);
    await page.getByRole('button', { name: 'Continue saving' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save in HD' }).click();
    await page.getByText('2 pictures are saved in HD.').waitFor({ timeout: 60_000 });
    expect(await page.getByText('Saving was interrupted').count()).toBe(0);
  });
});

test('does not silently drop pictures beyond a hundred: it offers the first hundred', async () => {
  const page = await openBulk();
  // Works offline.
  await page.route('**/api/transaction/?*', (route) => route.abort('connectionfailed'));
  const [duck] = await ducks(1);
  const many = Array.from({ length: 103 }, (_, index) => ({ ...duck!, name: `duck-${index}.jpg` }));
  await give(page, many);
  const offer = page.getByRole('alert').filter({ hasText: 'That is 103 pictures' });
  await photograph(page, 'bulk-overflow-1440');
  expect(await rows(page).count()).toBe(0);
  await offer.getByRole('button', { name: 'Add the first 100' }).click();
  await expect.poll(() => rows(page).count(), PATIENT).toBe(100);
  await page.getByText('This bulk upload is full').waitFor();
  await page.getByText('The server cannot be reached').first().waitFor();
  await page.getByRole('button', { name: 'Cancel the uploads' }).click();
  await expect.poll(() => rows(page).count(), PATIENT).toBe(0);
});

test('asks before it adds the same bytes under another name', async () => {
  const page = await openBulk();
  const [duck] = await ducks(1);
  if (duck === undefined) throw new Error('No picture was drawn');
  const copy = { ...duck, name: 'copy.jpg' };
  const question = page.getByRole('alert').filter({ hasText: 'Already in the list: copy.jpg' });
  await give(page, [duck, copy]);
  await question.getByRole('button', { name: 'Leave out' }).click();
  await untilReady(page, 1);
  expect(await rows(page).count()).toBe(1);
  await give(page, [copy]);
  await question.getByText('Each one costs its own credit.').waitFor();
  await question.getByRole('button', { name: 'Add again' }).click();
  await untilReady(page, 2);
  await question.waitFor({ state: 'detached' });
});

test('accepts a folder with everything in it, except system files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-folder-'));
  try {
    await mkdir(join(folder, 'within'));
    const [one, other] = await ducks(2);
    await writeFile(join(folder, 'one.jpg'), one!.buffer);
    await writeFile(join(folder, 'within', 'other.jpg'), other!.buffer);
    await writeFile(join(folder, 'within', '.DS_Store'), 'clutter');
    await writeFile(join(folder, 'list.csv'), 'a,b');
    const page = await openBulk();
    await page.getByTestId('bulk-folder').setInputFiles(folder);
    await untilReady(page, 2);
    expect((await ready(page).allInnerTexts()).toSorted()).toEqual(['one.jpg', 'other.jpg']);
    const refused = page.getByRole('alert').filter({ hasText: '1 file was not accepted' });
    await refused.getByText('“list.csv”').waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(isShared)('pictures that wait behind many others say so until their turn', async () => {
  const page = await openBulk();
  const release = await visitor.holdQueue(6);
  await give(page, await ducks(2));
  const place = page.getByText(/pictures are ahead of yours/);
  await place.first().waitFor();
  await photograph(page, 'bulk-queue-1440');
  await release();
  await untilReady(page, 2);
  await expect.poll(() => place.count(), PATIENT).toBe(0);
});

test('a plan without bulk upload shows that instead of the form', async () => {
  const page = await visitor.open('/');
  await signUp(page);
  await page.route('**/api/billing/', async (route) => {
    const response = await route.fetch();
    const billing = (await response.json()) as object;
    await route.fulfill({ response, json: { ...billing, features: { bulkUpload: false } } });
  });
  await page.goto(`${visitor.url()}/app/dashboard/bulk`);
  await page.getByRole('heading', { name: 'Bulk upload is not part of your plan' }).waitFor();
  expect(await page.getByTestId('bulk-input').count()).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Upload one picture' }).click();
  await page.waitForURL('**/app/dashboard');
});

test('pictures dropped before the login are still there after it', async () => {
  const page = await visitor.open('/');
  await bring(page, 'drop', await ducks(3));
  const modal = page.getByRole('dialog');
  await modal.getByText('You need an account for several pictures at once').waitFor();
  await photograph(page, 'bulk-sign-up-1440');
  await fillIn(modal, newEmail(), PASSWORD);
  await submit(modal).click();
  await page.waitForURL('**/app/dashboard/bulk');
  await untilReady(page, 3);
});

test('pictures dropped on the dashboard lead to the bulk upload', async () => {
  const page = await visitor.open('/');
  await signUp(page);
  await bring(page, 'drop', await ducks(2));
  await page.waitForURL('**/app/dashboard/bulk');
  await untilReady(page, 2);
});

const hasFocus = (button: Locator) => button.evaluate((element) => element === document.activeElement);

test('a cancelled question returns the focus, and a failed one shows its own error', async () => {
  const page = await openBulk();
  await give(page, await ducks(1));
  await untilReady(page, 1);
  const question = page.getByRole('alertdialog');
  const again = page.getByRole('button', { name: 'New bulk upload' });
  await again.press('Enter');
  await question.getByRole('button', { name: 'Keep the list' }).press('Enter');
  expect(await hasFocus(again)).toBe(true);

  await page.route('**/api/transaction/*/', (route) => route.abort('connectionfailed'));
  const remove = page.getByRole('button', { name: 'Remove: duck-1.jpg' });
  await remove.press('Enter');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  expect(await hasFocus(remove)).toBe(true);
});

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Whether the first letter of truncatable text is visible. */
const showsBeginning = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const letter = document.createRange();
    letter.setStart(element.firstChild ?? element, 0);
    letter.setEnd(element.firstChild ?? element, 1);
    const [box, first] = [element.getBoundingClientRect(), letter.getBoundingClientRect()];
    return first.left >= box.left - 1 && first.right <= box.right + 1;
  });

test.each(['en', 'ar'] as const)('in %s the page fits, and axe finds nothing', async (language) => {
  const page = await openBulk(1, language);
  const longName = 'a name that is too long for a line of a small screen, or of any screen at all.jpg';
  await give(page, [...(await ducks(3)), { ...(await damaged()), name: longName }, note]);
  await expect.poll(() => rows(page).getByRole('link').count(), { timeout: 100_000 }).toBe(3);
  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [768, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await overflow(page), `at ${width} px`).toBe(0);
    expect(await seriousProblems(page), `at ${width} px, ${colorScheme}`).toEqual([]);
    expect(await showsBeginning(rows(page).getByText(longName)), `at ${width} px`).toBe(true);
    await photograph(page, `bulk-${language}-${width}-${colorScheme}`);
  }
});
