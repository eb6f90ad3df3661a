/** Links and pictures of other pages, dropped where pictures are taken: the browser would open them in place of the page. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newOwner } from './library.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

const PATIENT = { timeout: 60_000 };

/**
 * @param isOwn drags it within the page
 * @returns whether the page kept the browser from its own action, over it and at the drop
 */
const dropData = (page: Page, on: string, data: Readonly<Record<string, string>>, isOwn = false): Promise<boolean[]> =>
  page
    .locator(on)
    .first()
    .evaluate(
      (element, [all, own]) => {
        const dataTransfer = new DataTransfer();
        for (const [type, text] of Object.entries(all)) dataTransfer.setData(type, text);
        const fire = (name: string) => {
          const event = new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer });
          element.dispatchEvent(event);
          return event.defaultPrevented;
        };
        if (own) fire('dragstart');
        const kept = ['dragover', 'drop'].map(fire);
        if (own) fire('dragend');
        return kept;
      },
      [data, isOwn] as const,
    );

test('regression: a link dropped on a page for pictures replaced the page', { timeout: 120_000 }, async () => {
  const link = { 'text/uri-list': 'mailto:someone@example.com' };
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

test('regression: an address dropped at home was ignored, unlike a pasted one', { timeout: 120_000 }, async () => {
  const link = { 'text/uri-list': `${visitor.url()}/faq` };
  const page = await visitor.open('/');
  // A link of the page, dragged by mistake, must not replace a picture.
  expect(await dropData(page, 'h1', link, true)).toEqual([true, true]);
  expect(new URL(page.url()).pathname).toBe('/');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/api/transaction/url')),
    dropData(page, 'h1', link),
  ]);
  expect(sent.postDataJSON()).toEqual({ url: link['text/uri-list'] });
  await page.waitForURL('**/upload');
});

/** A real drag: a made event has no effect for the pointer. */
test(
  'regression: the pointer promised to take text and links that were then refused',
  { timeout: 120_000 },
  async () => {
    const page = await visitor.open('/upload');
    await page.evaluate(() => {
      const text = document.createElement('p');
      text.textContent = 'Text of the page';
      text.style.cssText = 'position: fixed; inset: 0 auto auto 0; margin: 0; font-size: 16px; z-index: 9999';
      document.body.prepend(text);
      getSelection()?.selectAllChildren(text);
      addEventListener('dragover', ({ dataTransfer }) => (document.title = `over: ${dataTransfer?.dropEffect}`));
    });
    await page.mouse.move(20, 8);
    await page.mouse.down();
    await page.mouse.move(200, 300, { steps: 5 });
    await expect.poll(() => page.title()).toBe('over: none');
    await page.mouse.up();
  },
);
