/** The editor's brushes: display, effect on pixels, and persistence of strokes. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { alphaAt, BODY, drag, openAsMember, openAsVisitor, PATIENT, untilSettled } from './editor-hand.ts';
import { createVisitor, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

test('the restoring brush shows the photo faintly, and the erasing one does not', async () => {
  const page = await openAsVisitor(visitor);
  const ghost = page.getByTestId('ghost');
  await page.keyboard.press('e');
  expect(await ghost.count()).toBe(0);
  await page.keyboard.press('r');
  await ghost.waitFor();
  const [alpha, shown] = await ghost.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const data = canvas.getContext('2d')!.getImageData(Math.floor(width * 0.12), Math.floor(height * 0.3), 1, 1).data;
    return [data[3], Number(getComputedStyle(canvas).opacity)] as const;
  });
  expect(alpha).toBe(255);
  expect(shown).toBeGreaterThan(0.1);
  expect(shown).toBeLessThan(0.5);
  await photograph(page, 'editor-ghost-1440');
});

test('the edge brush refines the edge, shows progress and can be undone', async () => {
  const page = await openAsVisitor(visitor);
  await page.keyboard.press('e');
  await drag(page, [
    [0.42, 0.6],
    [0.5, 0.6],
  ]);
  await untilSettled(page);
  expect(await alphaAt(page, BODY)).toBe(0);
  await page.keyboard.press('h');
  await page.getByRole('radio', { name: 'Refine edge' }).and(page.locator('[aria-checked=true]')).waitFor();
  for (let press = 0; press < 4; press++) await page.keyboard.press(']');
  const answered = Promise.withResolvers<void>();
  await page.route('**/refine/**', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await drag(page, [
    [0.4, 0.6],
    [0.52, 0.6],
  ]);
  await page.getByTestId('sync').getByText('Finding the edge').waitFor();
  await photograph(page, 'editor-refining-1440');
  expect(await seriousProblems(page)).toEqual([]);
  answered.resolve();
  await untilSettled(page);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBeGreaterThan(200);
  await photograph(page, 'editor-refined-1440');
  await page.reload();
  await untilSettled(page);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBeGreaterThan(200);
  await page.keyboard.press('Control+z');
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
});

/** Number of pictures with edits that the browser keeps for the server. */
const keptStrokes = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('clearcut-editor');
        opening.addEventListener('error', () => reject(new Error('No database')));
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('drafts').objectStore('drafts').count();
          count.addEventListener('success', () => resolve(count.result));
        });
      }),
  );

describe('a stroke', () => {
  test('is not lost when the page is reloaded before the server has it', async () => {
    const page = await openAsVisitor(visitor);
    // Never answered.
    await page.route('**/erase/**', () => undefined);
    await page.keyboard.press('e');
    await drag(page, [
      [0.3, 0.6],
      [0.62, 0.6],
    ]);
    await expect.poll(() => keptStrokes(page), PATIENT).toBe(1);
    await page.unroute('**/erase/**');
    await page.reload();
    await untilSettled(page);
    await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
  });

  test('is deleted if its user leaves before the server has it, even if the editor was not loaded since', async () => {
    const page = await openAsMember(visitor);
    // Never answered.
    await page.route('**/erase/**', () => undefined);
    await page.keyboard.press('e');
    await drag(page, [
      [0.3, 0.6],
      [0.62, 0.6],
    ]);
    await expect.poll(() => keptStrokes(page), PATIENT).toBe(1);
    await page.goto(`${visitor.url()}/app/dashboard`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${visitor.url()}/`);
    await expect.poll(() => keptStrokes(page), PATIENT).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('editor-selected'))).toBeNull();
  });

  test("continues when the previous one's mask arrives meanwhile", async () => {
    const page = await openAsVisitor(visitor);
    await page.keyboard.press('e');
    await drag(page, [
      [0.3, 0.75],
      [0.4, 0.75],
    ]);
    const box = await page.getByTestId('picture').boundingBox();
    if (box === null) throw new Error('The picture is not shown');
    const to = (x: number, y: number) => page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 6 });
    await to(0.3, 0.6);
    await page.mouse.down();
    await to(0.45, 0.6);
    // The first one is made, sent and answered meanwhile.
    await untilSettled(page);
    await to(0.62, 0.6);
    await page.mouse.up();
    await untilSettled(page);
    expect([await alphaAt(page, [0.35, 0.6]), await alphaAt(page, BODY), await alphaAt(page, [0.55, 0.6])]).toEqual([
      0, 0, 0,
    ]);
  });
});
