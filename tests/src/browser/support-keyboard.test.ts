/** The console by keyboard alone, and smooth scrolling of a timeline of 300 events. */
import type { PictureFacts } from '@clearcut/schemas/support/http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { eventually } from '../support/product.ts';
import { addSecondFactor, newOwner, untilRefined, upload, vase } from './library.ts';
import { createVisitor, photograph } from './visitor.ts';

const visitor = createVisitor();
const PATIENT = { timeout: 30_000 };
const headers = { 'client-id': 'library-test' };

/** A member of staff with a picture of their own. */
async function staffWithPicture(): Promise<{ page: Page; id: string }> {
  const url = visitor.url();
  const { page, email } = await newOwner(visitor, 'en', { permissions: ['clipboard-read', 'clipboard-write'] });
  await addSecondFactor(page, url);
  const id = await upload(page, url, 'vase.png', await vase());
  await untilRefined(page, url, id);
  await visitor.operator('make-staff', email, '--role', 'support');
  return { page, id };
}

const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);

/** More would be unusable by keyboard. */
const MAX_TABS = 60;

async function tabTo(page: Page, one: Locator): Promise<void> {
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    if (await hasFocus(one)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MAX_TABS} presses of Tab do not lead to ${String(one)}`);
}

test('staff search, open a picture, change tabs, read its events and come back without a mouse', async () => {
  const { page, id } = await staffWithPicture();
  await page.goto(`${visitor.url()}/app/support`);
  const box = page.getByRole('search').getByRole('textbox');
  await expect.poll(() => hasFocus(box), PATIENT).toBe(true);
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  const found = page.getByRole('main').getByRole('link', { name: `Picture ${id.slice(0, 8)}` });
  await found.waitFor(PATIENT);
  await tabTo(page, found);
  await page.keyboard.press('Enter');

  const rows = page.locator('[data-event]');
  await rows.first().waitFor(PATIENT);
  const tabs = page.getByRole('tab');
  await tabTo(page, tabs.first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => tabs.nth(1).getAttribute('aria-selected'), PATIENT).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');

  await rows.first().waitFor(PATIENT);
  await tabTo(page, rows.first());
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => hasFocus(rows.nth(1)), PATIENT).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.nth(1).getAttribute('aria-expanded'), PATIENT).toBe('true');
  await page.keyboard.press('c');
  await page.getByText('Copied').waitFor(PATIENT);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await rows.nth(1).getAttribute('data-event'));
  await page.keyboard.press('/');
  await expect.poll(() => hasFocus(box), PATIENT).toBe(true);
});

const EVENTS = 300;
/** A busy machine blocks any page: the calmest round counts. */
const ROUNDS = 4;

test.runIf(process.env['LONG_TESTS'] === '1')(
  'a timeline of 300 events renders only its visible part, and scrolls without a long task',
  { timeout: 240_000 },
  async () => {
    const { page, id } = await staffWithPicture();
    const url = visitor.url();
    for (let edit = 0; edit < EVENTS; edit += 1) {
      const color = `#${edit.toString(16).padStart(6, '0')}`;
      const data = { background: { ...TRANSPARENT, color } };
      expect((await page.request.post(`${url}/api/transaction/${id}/edit`, { headers, data })).status()).toBe(200);
    }
    await eventually(async () => {
      const answer = await page.request.get(`${url}/api/staff/pictures/${id}/`, { headers });
      return ((await answer.json()) as PictureFacts).events.length > EVENTS ? true : undefined;
    });

    await page.goto(`${url}/app/support/pictures/${id}`);
    const rows = page.locator('[data-event]');
    for (const view of ['Full', 'Compact'] as const) {
      await page.getByRole('button', { name: view }).click();
      await rows.nth(EVENTS).waitFor({ ...PATIENT, state: 'attached' });
      const drawn = await rows.evaluateAll(
        (all) => all.filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length,
      );
      expect(drawn, view).toBeLessThan(EVENTS / 3);
      const longTasks: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) longTasks.push(await longTasksOfScrolling(page));
      expect(Math.min(...longTasks), `${view}: ${longTasks.join(', ')}`).toBe(0);
    }
    await photograph(page, 'support-300-events');
  },
);

/** Scrolls through the page, some rows per frame. @returns number of tasks over 50 ms meanwhile */
const longTasksOfScrolling = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let tasks = 0;
    const observer = new PerformanceObserver((list) => (tasks += list.getEntries().length));
    window.scrollTo(0, 0);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    observer.observe({ type: 'longtask' });
    for (let y = 0; y < document.documentElement.scrollHeight; y += 300) {
      window.scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    tasks += observer.takeRecords().length;
    observer.disconnect();
    return tasks;
  });
