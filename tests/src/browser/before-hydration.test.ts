import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { drawnPage } from '../support/drawn-page.ts';
import { createVisitor, duckPath } from './visitor.ts';

const visitor = createVisitor();

/** Holds the page's code back until `hydrate`. */
async function openHeld(path: string): Promise<{ readonly page: Page; readonly hydrate: () => void }> {
  await drawnPage(visitor.url() + path);
  // Its own page, not the visitor's, which waits for hydration.
  const page = await (await visitor.blank()).context().newPage();
  const { promise, resolve: hydrate } = Promise.withResolvers<void>();
  await page.route(/(?<!theme|after-paint)\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  const ready = page.waitForResponse(/after-paint\.js$/);
  await page.goto(visitor.url() + path, { waitUntil: 'commit' });
  await ready;
  await page.waitForFunction(() => document.readyState !== 'loading');
  return { page, hydrate };
}

const cutOutOf = (page: Page) => page.getByRole('slider');

describe('regression: acts before the page hydrated were lost', () => {
  test('a press', async () => {
    const { page, hydrate } = await openHeld('/faq?lang=stay');
    await page.getByRole('button', { name: 'Log in' }).click();
    hydrate();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).waitFor();
  });

  test('a typed address, and its form', async () => {
    const { page, hydrate } = await openHeld('/upload?lang=stay');
    const address = page.getByRole('textbox', { name: 'Image URL' });
    await address.fill('no address');
    await page.getByRole('button', { name: 'Fetch' }).click();
    hydrate();
    await page.getByText('Please enter a valid image URL').waitFor();
    expect(await address.inputValue()).toBe('no address');
  });

  test('a picture, chosen in a dialog that opens at once', async () => {
    const { page, hydrate } = await openHeld('/upload?lang=stay');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    await (await chooser).setFiles(duckPath);
    hydrate();
    await cutOutOf(page).waitFor({ timeout: 60_000 });
  });

  test('a dropped picture', async () => {
    const { page, hydrate } = await openHeld('/upload?lang=stay');
    const dataTransfer = await page.evaluateHandle(
      (bytes) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([new Uint8Array(bytes)], 'duck.jpg', { type: 'image/jpeg' }));
        return dropped;
      },
      [...(await readFile(duckPath))],
    );
    await page.dispatchEvent('h1', 'drop', { dataTransfer });
    hydrate();
    await cutOutOf(page).waitFor({ timeout: 60_000 });
  });
});
