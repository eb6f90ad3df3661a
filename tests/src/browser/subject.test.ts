import { readFile } from 'node:fs/promises';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { twins, unseen } from '../support/pictures.ts';
import { bring, createVisitor, photograph, seriousProblems, untilCutOut } from './visitor.ts';

const visitor = createVisitor();

const twinsFile = async () => ({ name: 'twins.jpg', mimeType: 'image/jpeg', buffer: await twins() });

async function openTwins(): Promise<Page> {
  const page = await visitor.open('/upload');
  await bring(page, 'drop', [await twinsFile()]);
  await untilCutOut(page);
  return page;
}

const picker = (page: Page) => page.getByRole('application', { name: /mark what should stay/ });

/** Share of each half of the downloaded cut-out that is kept. */
async function keptHalves(page: Page): Promise<{ left: number; right: number }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download free preview' }).click(),
  ]);
  const png = await readFile(await download.path());
  const { data, info } = await sharp(png).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const kept = { left: 0, right: 0 };
  data.forEach((alpha, i) => {
    kept[i % info.width < info.width / 2 ? 'left' : 'right'] += alpha / 255 / (data.length / 2);
  });
  return kept;
}

test('a click on one of two things keeps only that one, and Clearcut can choose again', async () => {
  const page = await openTwins();
  await page.getByRole('button', { name: 'Wrong subject? Mark it' }).click();
  const cut = page.getByRole('button', { name: 'Cut this out' });
  expect(await cut.isDisabled()).toBe(true);
  const place = await picker(page).boundingBox();
  if (place === null) throw new Error('The picture is not shown');
  await page.mouse.click(place.x + place.width * 0.75, place.y + place.height * 0.5);
  await photograph(page, 'subject-point-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await cut.click();
  await untilCutOut(page);
  const kept = await keptHalves(page);
  expect(kept.left).toBeLessThan(0.005);
  expect(kept.right).toBeGreaterThan(0.1);

  await page.getByRole('button', { name: 'Wrong subject? Mark it' }).click();
  await page.getByRole('button', { name: 'Let Clearcut choose' }).click();
  await untilCutOut(page);
  expect((await keptHalves(page)).left).toBeGreaterThan(0.1);
});

test('a better cut-out that arrives while the choice is being sent does not block the choice', async () => {
  const page = await visitor.open('/upload');
  let isHeld = true;
  const improved = Promise.withResolvers<void>();
  // Then only polling finds out, and not before its time.
  await page.route('**/api/transaction/*/events/', (route) => route.abort());
  await page.route(/\/api\/transaction\/[0-9a-f-]{36}\/?$/, async (route) => {
    const answer = await route.fetch();
    const view = (await answer.json()) as TransactionView;
    const { improved: better, ...pipeline } = view.pipeline;
    await route.fulfill({ response: answer, json: isHeld ? { ...view, pipeline } : view });
    if (!isHeld && better !== undefined) improved.resolve();
  });
  await page.route('**/subject/', async (route) => {
    isHeld = false;
    await improved.promise;
    // The page has the answer when it stops polling.
    await page.waitForTimeout(500);
    await route.continue();
  });
  await bring(page, 'drop', [await twinsFile()]);
  await untilCutOut(page);
  await page.getByRole('button', { name: 'Wrong subject? Mark it' }).click();
  const place = await picker(page).boundingBox();
  if (place === null) throw new Error('The picture is not shown');
  await page.mouse.click(place.x + place.width * 0.75, place.y + place.height * 0.5);
  await page.getByRole('button', { name: 'Cut this out' }).click();
  await picker(page).waitFor({ state: 'detached', timeout: 60_000 });
  await untilCutOut(page);
  expect((await keptHalves(page)).left).toBeLessThan(0.005);
});

test('a box is drawn by mouse or with the arrow keys', async () => {
  const page = await openTwins();
  await page.getByRole('button', { name: 'Wrong subject? Mark it' }).click();
  const place = await picker(page).boundingBox();
  if (place === null) throw new Error('The picture is not shown');
  await page.mouse.move(place.x + place.width * 0.45, place.y + place.height * 0.95);
  await page.mouse.down();
  await page.mouse.move(place.x + place.width * 0.05, place.y + place.height * 0.05, { steps: 5 });
  await page.mouse.up();
  await page.locator('[data-mark=box]').waitFor();
  await photograph(page, 'subject-box-1440');
  await page.getByRole('button', { name: 'Cancel' }).click();

  // The focus returns to the button, then moves to the picture.
  await page.keyboard.press('Enter');
  await picker(page).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-mark=point]').waitFor();
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.locator('[data-mark=box]').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Background removed|did not work|could not/i }).waitFor();
});

test('a subject that was not found can be marked', async () => {
  const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ded9d0' } })
    .jpeg()
    .toBuffer();
  const page = await visitor.open('/ar/upload', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await bring(page, 'drop', [{ name: 'plain.jpg', mimeType: 'image/jpeg', buffer: plain }]);
  await page.getByRole('button', { name: 'حدّد العنصر' }).click();
  await page.getByRole('application').click();
  await page.locator('[data-mark=point]').waitFor();
  await photograph(page, 'subject-390-ar');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'قصّ هذا' }).click();
  // Still nothing there, announced again.
  await page.getByRole('alert').getByText('لم نعثر على عنصر').waitFor();
});

test('a guess asks whether it is right, and offers to mark the subject', async () => {
  const page = await visitor.open('/upload');
  await bring(page, 'drop', [{ name: 'green.jpg', mimeType: 'image/jpeg', buffer: await unseen() }]);
  await page.getByRole('heading', { name: 'Is this what you meant?' }).waitFor();
  await photograph(page, 'guess-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'No, mark it' }).click();
  await picker(page).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await photograph(page, 'guess-390');
  await page.getByRole('button', { name: 'Yes, this is it' }).click();
  await page.getByRole('heading', { name: 'Background removed' }).waitFor();
});
