import { readFile } from 'node:fs/promises';
import { CORRUPT_MARKER } from '@clearcut/schemas/transaction/archive';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newOwner, overflow, remove, saveInHd, vase, untilRefined, untilThere, upload, viewOf } from './library.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 90_000 };
const PATH = '/app/my-images';

const pictures = (page: Page) => page.getByRole('list', { name: 'My images' }).getByRole('listitem');
const selectBox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

async function openImages(page: Page): Promise<void> {
  await page.goto(visitor.url() + PATH);
  await page.getByRole('heading', { level: 1, name: 'My images' }).waitFor();
}

/** A person looking at vases named a, b, c. */
async function withVases(names: readonly string[]): Promise<{ page: Page; ids: string[] }> {
  const { page } = await newOwner(visitor);
  const file = await vase();
  const ids: string[] = [];
  for (const name of names) ids.push(await upload(page, visitor.url(), name, file));
  for (const id of ids) await untilThere(page, visitor.url(), id);
  await openImages(page);
  await expect.poll(() => pictures(page).count(), PATIENT).toBe(names.length);
  return { page, ids };
}

/** A person with a picture of 800 × 600 saved in HD. */
async function withSaved(): Promise<{ page: Page; id: string }> {
  const { page, email } = await newOwner(visitor);
  await visitor.operator('grant-credits', email, '3');
  const id = await upload(page, visitor.url(), 'vase.png', await vase(800));
  await untilRefined(page, visitor.url(), id);
  await saveInHd(page, visitor.url(), id);
  await openImages(page);
  return { page, id };
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ file: Buffer; name: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { file: await readFile(await download.path()), name: download.suggestedFilename() };
}

test('the logo and the menu lead there; without pictures it redirects to the upload', async () => {
  const { page } = await newOwner(visitor);
  await page.goto(`${visitor.url()}/app/my-account`);
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'My images' }).click();
  await page.waitForURL(`**${PATH}`);
  await page.getByRole('heading', { name: 'No pictures yet' }).waitFor();
  await photograph(page, 'my-images-empty-1440');
  await page.getByRole('main').getByRole('link', { name: 'Upload a picture' }).last().click();
  await page.waitForURL('**/app/dashboard');
  await page.getByRole('link', { name: 'Clearcut, to your pictures' }).click();
  await page.waitForURL(`**${PATH}`);
});

test('remembers the page, the page size and the view', async () => {
  const { page } = await newOwner(visitor);
  const file = await vase();
  for (let number = 1; number <= 11; number++) await upload(page, visitor.url(), `vase-${number}.png`, file);
  await openImages(page);
  await page.getByText('11 pictures').waitFor();
  await expect.poll(() => pictures(page).count(), PATIENT).toBe(10);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('vase-1.png', { exact: true }).waitFor();
  await expect.poll(() => pictures(page).count(), PATIENT).toBe(1);
  expect(new URL(page.url()).search).toBe('?page=2');

  await page.getByRole('combobox', { name: 'Pictures per page' }).click();
  await expect.poll(() => page.getByRole('option').allInnerTexts(), PATIENT).toEqual(['10', '20', '50']);
  await page.getByRole('option', { name: '20' }).click();
  await expect.poll(() => pictures(page).count(), PATIENT).toBe(11);
  await page.getByTitle('List', { exact: true }).click();
  await expect.poll(() => page.getByRole('radio', { name: 'List' }).isChecked(), PATIENT).toBe(true);

  await page.reload();
  await expect.poll(() => pictures(page).count(), PATIENT).toBe(11);
  await expect.poll(() => page.getByRole('radio', { name: 'List' }).isChecked(), PATIENT).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('my-images-config'))).toContain('list');
});

test('a picture in progress is shown as such, and its result appears automatically', async () => {
  const { page } = await newOwner(visitor);
  const nothing = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  const file = await vase(800);
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await upload(page, visitor.url(), name, file);
  await upload(page, visitor.url(), 'nothing.png', nothing);
  await openImages(page);
  await page.getByText('Removing the background…').first().waitFor();
  await photograph(page, 'my-images-pending-1440');
  await expect.poll(() => page.getByText('Removing the background…').count(), PATIENT).toBe(0);
  await expect.poll(() => page.getByRole('link', { name: /^Preview, download/ }).count(), PATIENT).toBe(3);
  await page.getByText('No subject was found in this picture').waitFor();
  const thumbnail = pictures(page).filter({ hasText: 'c.jpg' }).locator('img');
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth), PATIENT).toBe(500);
});

describe('a picture saved in HD', () => {
  test('has both versions one press away, and other formats in a dialog', async () => {
    const { page } = await withSaved();
    const low = await downloaded(page, () => page.getByRole('link', { name: 'Preview, download vase.png' }).click());
    expect(await sharp(low.file).metadata()).toMatchObject({ format: 'png', width: 500, height: 375, hasAlpha: true });
    const high = await downloaded(page, () => page.getByRole('link', { name: 'HD, download vase.png' }).click());
    expect(await sharp(high.file).metadata()).toMatchObject({
      format: 'png',
      width: 800,
      height: 600,
      hasAlpha: true,
    });

    await page.getByRole('button', { name: 'Other formats of vase.png' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('JPG', { exact: true }).click();
    expect(await dialog.getByRole('radio', { name: 'JPG' }).isChecked()).toBe(true);
    await dialog.getByLabel('Colour', { exact: true }).fill('#ff0000');
    await dialog.getByRole('checkbox', { name: 'Crop to the subject' }).check();
    await dialog.getByLabel('Margin in %').fill('10');
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'my-images-download-1440');
    const jpg = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    expect(jpg.name).toMatch(/\.jpg$/);
    const { format, width } = await sharp(jpg.file).metadata();
    expect(format).toBe('jpeg');
    expect(width).toBeLessThan(800);
    const { data } = await sharp(jpg.file).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([expect.closeTo(255, -1), expect.closeTo(0, -1), expect.closeTo(0, -1)]);
    await dialog.waitFor({ state: 'hidden' });
  });

  test('links to its receipt and to the editor', async () => {
    const { page, id } = await withSaved();
    const { save } = await viewOf(page, visitor.url(), id);
    expect(await page.getByRole('link', { name: 'Receipt of vase.png' }).getAttribute('href')).toBe(
      `/app/receipt/${id}/${save?.saveId}`,
    );
    expect(await page.getByRole('link', { name: 'Edit vase.png' }).getAttribute('href')).toBe(
      `/app/editor?image=${id}`,
    );
  });
});

test('a picture is saved in HD from here: the price is visible, and is confirmed the first time', async () => {
  const { page, email } = await newOwner(visitor);
  await visitor.operator('grant-credits', email, '2');
  const id = await upload(page, visitor.url(), 'vase.png', await vase());
  await untilRefined(page, visitor.url(), id);
  await openImages(page);
  const save = page.getByRole('button', { name: 'Save in HD · 1 credit: vase.png' });
  expect(await save.innerText()).toBe('Save in HD · 1 credit');
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'Save vase.png in HD?' });
  await question.getByText("This spends 1 of your team's credits.").waitFor();
  await photograph(page, 'my-images-first-save-1440');
  await question.getByRole('button', { name: 'Not now' }).click();
  await save.click();
  await question.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
  await page.getByRole('link', { name: 'HD, download vase.png' }).waitFor(PATIENT);
  await expect.poll(() => page.getByTestId('credits').last().innerText()).toBe('1 credit left');
  await page.getByRole('link', { name: 'Receipt of vase.png' }).waitFor();
});

describe('selected pictures', () => {
  test('are saved in HD together, for a price that is stated and confirmed', async () => {
    const { page, email } = await newOwner(visitor);
    await visitor.operator('grant-credits', email, '5');
    const ids = [];
    for (const name of ['a.png', 'b.png']) ids.push(await upload(page, visitor.url(), name, await vase()));
    for (const id of ids) await untilRefined(page, visitor.url(), id);
    await openImages(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Save 2 in HD · 2 credits' }).click();
    const question = page.getByRole('alertdialog', { name: 'Save 2 pictures in HD?' });
    await question.getByRole('button', { name: 'Save in HD' }).click();
    await page.getByText('2 pictures are saved in HD.').waitFor(PATIENT);
    await expect.poll(() => page.getByTestId('credits').last().innerText(), PATIENT).toBe('3 credits left');
    await page.getByRole('button', { name: '2 in HD as ZIP' }).waitFor();
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    await photograph(page, 'my-images-saved-together-1440');
  });

  test("get one background, as an edit that each one's HD file has too", async () => {
    const { page, email } = await newOwner(visitor);
    await visitor.operator('grant-credits', email, '1');
    const ids = [];
    for (const name of ['a.png', 'b.png']) ids.push(await upload(page, visitor.url(), name, await vase()));
    for (const id of ids) await untilRefined(page, visitor.url(), id);
    await openImages(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.setViewportSize({ width: 768, height: 900 });
    await photograph(page, 'my-images-selected-768');
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph(page, 'my-images-selected-390');
    await page.getByRole('button', { name: 'Background', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'One background for 2 pictures' });
    await dialog.getByRole('radio', { name: 'Black' }).check();
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'my-images-background-390');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('2 pictures have the background now').waitFor(PATIENT);
    for (const id of ids) {
      expect((await viewOf(page, visitor.url(), id)).settings.background.color).toBe('#000000');
    }
    const [first = ''] = ids;
    const saveId = await saveInHd(page, visitor.url(), first);
    const file = await page.request.get(`${visitor.url()}/api/transaction/${first}/download/high/?save=${saveId}`);
    const { data } = await sharp(await file.body())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 255]);
  });

  test('are a range with Shift, and download as one archive that names what is missing', async () => {
    const { page, ids } = await withVases(['a.png', 'b.png', 'c.png', 'd.png']);
    await selectBox(page, 'a.png').click();
    await selectBox(page, 'c.png').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    const whole = await downloaded(page, () => page.getByRole('button', { name: '3 previews as ZIP' }).click());
    await page.getByText('3 pictures downloaded.').waitFor();
    expect(whole.name).toMatch(/^clearcut-previews-\d{4}-\d\d-\d\d\.zip$/);
    expect(whole.file.subarray(0, 2).toString()).toBe('PK');

    await remove(page, visitor.url(), ids[1] ?? '');
    await downloaded(page, () => page.getByRole('button', { name: '3 previews as ZIP' }).click());
    await page.getByText('1 picture is not in the archive:').waitFor();
    await page.getByRole('alert').getByText("b.png: This picture doesn't exist").waitFor();
    await photograph(page, 'my-images-archive-1440');
  });

  test('are not saved as an archive that arrived damaged', async () => {
    const { page } = await withVases(['a.png', 'b.png']);
    // As from a server that lost its store midway.
    await page.route('**/download/bulk/**', async (route) => {
      const answer = await route.fetch();
      const body = Buffer.concat([(await answer.body()).subarray(0, 600), Buffer.from(CORRUPT_MARKER)]);
      await route.fulfill({ status: 200, body });
    });
    let downloads = 0;
    page.on('download', () => downloads++);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: '2 previews as ZIP' }).click();
    await page.getByRole('alert').getByText('The archive arrived damaged').waitFor();
    expect(downloads).toBe(0);
  });

  test('are selected and deleted by keyboard, after a confirmation', async () => {
    const { page } = await withVases(['a.png', 'b.png', 'c.png']);
    await page.keyboard.press('Control+a');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('3 selected').waitFor({ state: 'hidden' });
    await selectBox(page, 'c.png').focus();
    await page.keyboard.press('Space');
    await selectBox(page, 'b.png').focus();
    await page.keyboard.press('Shift+Space');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 pictures?' });
    await dialog.getByText('This cannot be undone').waitFor();
    await photograph(page, 'my-images-delete-1440');
    await dialog.getByRole('button', { name: 'Keep them' }).click();
    expect(await pictures(page).count()).toBe(3);
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect.poll(() => pictures(page).count(), PATIENT).toBe(1);

    await page.getByRole('button', { name: 'Delete a.png' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor();
  });
});

test('the remaining time counts down, the last hour is highlighted, and expired pictures disappear', async () => {
  const { page } = await newOwner(visitor);
  const id = await upload(page, visitor.url(), 'vase.png', await vase());
  const { expiresAt } = await untilRefined(page, visitor.url(), id);
  const left = (minutes: number) => new Date(Date.parse(expiresAt) - minutes * 60_000);
  await page.clock.install({ time: left(23 * 60 + 5) });
  await openImages(page);
  await page.getByText('23 h 5 min left').waitFor();
  await page.clock.setSystemTime(left(42));
  await page.clock.runFor(16_000);
  await page.locator('time', { hasText: '42 min left' }).locator('svg').waitFor();
  await page.clock.setSystemTime(left(-1));
  await page.clock.runFor(16_000);
  await expect.poll(() => pictures(page).count()).toBe(0);
});

test('a limit that refuses the next upload is shown, with its reset time', async () => {
  const { page } = await newOwner(visitor);
  await upload(page, visitor.url(), 'vase.png', await vase());
  const reached = [
    { limit: 'storage', scope: 'team', most: 2_000_000_000, freesAt: new Date(Date.now() + 3_600_000).toISOString() },
    { limit: 'queue', scope: 'owner', most: 30, freesAt: null },
  ];
  await page.route('**/api/transaction/limits**', (route) => route.fulfill({ json: { reached } }));
  await page.goto(`${visitor.url()}/app/my-images`);
  await page
    .getByText(/Your team has reached its storage limit \(.*MB\)\. Delete some, or upload more from/)
    .waitFor(PATIENT);
  await page
    .getByText('30 of your pictures are waiting for their cut-out. That is the limit. Upload more as soon')
    .waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'my-images-limits-1440');
});

test('pictures that fail to load show an error, and load on retry', async () => {
  const { page } = await newOwner(visitor);
  await upload(page, visitor.url(), 'vase.png', await vase());
  await page.goto(`${visitor.url()}/app/my-account`);
  const list = '**/api/transaction/?**';
  await page.route(list, (route) => route.abort());
  await page.getByRole('link', { name: 'My images', exact: true }).click();
  await page.getByRole('heading', { name: 'Your pictures did not load' }).waitFor(PATIENT);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('vase.png', { exact: true }).waitFor();
});

test('a preview that fails to load is retried, then replaced by a placeholder', async () => {
  const { page, ids } = await withVases(['late.png', 'never.png']);
  // Nothing changes by itself any longer, least of all a preview's address.
  for (const id of ids) await untilRefined(page, visitor.url(), id);
  await page.goto(`${visitor.url()}/app/my-account`);
  const [late = '', never = ''] = ids;
  const tries = { [late]: 0, [never]: 0 };
  await page.route('**/api/transaction/*/download/low/**', async (route) => {
    const id = new URL(route.request().url()).pathname.split('/')[3] ?? '';
    const count = (tries[id] ?? 0) + 1;
    tries[id] = count;
    await (id === late && count > 2 ? route.continue() : route.abort());
  });
  await openImages(page);
  const picture = (name: string) => pictures(page).filter({ hasText: name }).locator('img');
  const lateWidth = () => picture('late.png').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(lateWidth, PATIENT).toBe(96);
  await expect.poll(() => picture('never.png').count(), PATIENT).toBe(0);
  expect(tries).toEqual({ [late]: 3, [never]: 4 });
});

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  test.each([390, 1440])('the pictures fit and are accessible at %i px', async (width) => {
    const { page } = await newOwner(visitor, language, { viewport: { width, height: 844 } });
    const ids = [];
    for (const name of ['vase.png', 'a very long name that would not fit on any card at all.jpg', 'إجاص.jpg']) {
      ids.push(await upload(page, visitor.url(), name, await vase(400)));
    }
    for (const id of ids) await untilThere(page, visitor.url(), id);
    await page.goto(visitor.url() + PATH);
    await page.getByRole('listitem').filter({ hasText: 'vase.png' }).getByRole('checkbox').check();
    await page.waitForLoadState('networkidle');
    for (const index of [0, 1]) {
      await page.getByRole('radiogroup').getByRole('radio').nth(index).check({ force: true });
      expect(await overflow(page)).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      await photograph(page, `my-images-${['grid', 'list'][index]}-${language}-${width}`);
    }
  });
});
