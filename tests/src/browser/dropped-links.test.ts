/** Links and pictures of other pages, dropped where pictures are taken: the browser would open them in place of the page. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newOwner } from './library.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 60_000 };

/** @returns whether the page kept the browser from its own action, over it and at the drop */
const dropData = (page: Page, on: string, data: Readonly<Record<string, string>>): Promise<boolean[]> =>
  page
    .locator(on)
    .first()
    .evaluate((element, all) => {
      const dataTransfer = new DataTransfer();
      for (const [type, text] of Object.entries(all)) dataTransfer.setData(type, text);
      return ['dragover', 'drop'].map((name) => {
        const event = new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer });
        element.dispatchEvent(event);
        return event.defaultPrevented;
      });
    }, data);

test('regression: a link dropped on a page for pictures replaced the page', { timeout: 120_000 }, async () => {
  const link = { 'text/uri-list': `${visitor.url()}/faq` };
  const page = await visitor.open('/');
  expect(await dropData(page, 'h1', link)).toEqual([true, true]);
  await page.goto(`${visitor.url()}/upload`);
  expect(await dropData(page, 'h1', link)).toEqual([true, true]);
  // A field takes its text.
  expect(await dropData(page, 'input[inputmode=url]', link)).toEqual([false, false]);
  await page.getByRole('button', { name: /Choose a picture/ }).waitFor();

  const { page: own } = await newOwner(visitor);
  for (const path of ['dashboard', 'dashboard/bulk', 'editor']) {
    await own.goto(`${visitor.url()}/app/${path}`);
    await own.locator('h1').waitFor(PATIENT);
    await expect.poll(() => dropData(own, 'h1', link), { message: path, ...PATIENT }).toEqual([true, true]);
  }
});
