/** Layout: the stage's sizes, the full-window stage, handles at its edges. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { PATIENT, section, untilSettled } from './editor-hand.ts';
import { createVisitor, duckPath, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

async function opened(width: number, height: number, locale = 'en'): Promise<Page> {
  const page = await visitor.open('/app/editor', { viewport: { width, height }, locale });
  await page.locator('input[type=file]').first().setInputFiles(duckPath);
  await untilSettled(page);
  return page;
}

const stageSize = async (page: Page): Promise<{ width: number; height: number }> => {
  const box = await page.getByTestId('stage').boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
};

test.each([
  [1440, 720],
  [1200, 485],
  [769, 485],
  [768, 720],
  [390, 342],
])('on a screen of %d px the stage is %d px wide', async (width, expected) => {
  const page = await opened(width, 1000);
  expect((await stageSize(page)).width).toBe(expected);
});

test('a button toggles a stage that fills the window, which is remembered', async () => {
  const page = await opened(1440, 1200);
  const before = await stageSize(page);
  const fill = page.getByRole('button', { name: 'Fill the window' });
  await fill.click();
  await expect.poll(async () => (await stageSize(page)).width, PATIENT).toBeGreaterThan(before.width + 200);
  expect(await fill.getAttribute('aria-pressed')).toBe('true');
  await page.reload();
  await untilSettled(page);
  expect((await stageSize(page)).width).toBeGreaterThan(before.width + 200);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'editor-filled-1440');
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await stageSize(page)).width, PATIENT).toBe(342);
  await photograph(page, 'editor-filled-390');
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.keyboard.press('f');
  await expect.poll(() => stageSize(page), PATIENT).toEqual(before);
});

test('regression: on a small phone the toolbar was wider than the page', async () => {
  const page = await opened(320, 700, 'de');
  // For users with larger letters.
  await page.addStyleTag({ content: '[role=tab] { font-size: 17px !important; }' });
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  const count = await tabs.count();
  expect(
    await page
      .getByRole('tablist')
      .first()
      .evaluate((row) => row.scrollWidth - row.clientWidth),
  ).toBeGreaterThan(20);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await tabs.first().focus();
  for (const key of ['ArrowRight', 'ArrowLeft']) {
    for (let step = 0; step < count; step++) {
      await page.keyboard.press(key);
      const chosen = page.getByRole('tablist').first().getByRole('tab', { selected: true });
      expect(await chosen.evaluate((tab) => tab === document.activeElement)).toBe(true);
      const { x = -1, width = 0 } = (await chosen.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 320]).toEqual([true, true]);
    }
  }
  await photograph(page, 'editor-tools-de-320');
});

/** Whether a handle is entirely visible: hit tests everywhere return itself. */
const isWhole = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('button', { name, exact: true }).evaluate((handle) => {
    const { left, top, right, bottom } = handle.getBoundingClientRect();
    const spots = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y] as const));
    // The rotation handle is round.
    const middle = [(left + right) / 2, (top + bottom) / 2] as const;
    const round = [
      [left + 2, middle[1]],
      [right - 2, middle[1]],
      [middle[0], top + 2],
      [middle[0], bottom - 2],
    ] as const;
    const isRound = getComputedStyle(handle).borderRadius === '50%';
    return (isRound ? round : spots).every(([x, y]) => document.elementFromPoint(x, y) === handle);
  });

test('regression: handles of a cut-out that extends beyond the stage are whole and can be dragged', async () => {
  const page = await opened(1440, 900);
  await page.keyboard.press('v');
  const size = page.getByRole('spinbutton', { name: 'Size' });
  for (const [percent, shot] of [
    ['200', 'editor-handles-beyond'],
    ['100', 'editor-handles'],
  ] as const) {
    await size.fill(percent);
    await untilSettled(page);
    for (const name of ['Resize, corner 1', 'Resize, corner 2', 'Resize, corner 3', 'Resize, corner 4', 'Rotate'])
      expect(await isWhole(page, name), `${name} at ${percent} %`).toBe(true);
    await photograph(page, shot);
  }
});

describe('the panel', () => {
  test('keeps its height, so that the download button stays in place', async () => {
    const page = await opened(1440, 900);
    const save = page.getByRole('button', { name: 'Save in HD · 1 credit' });
    const tops = new Set<number>();
    for (const name of ['Background', 'Brush', 'Arrange', 'Shadow'] as const) {
      await section(page, name).click();
      tops.add(Math.round((await save.boundingBox())?.y ?? 0));
    }
    expect([...tops]).toHaveLength(1);
  });

  test.each(['en', 'ar'])('shows three rows of backgrounds on a phone, in %s', async (locale) => {
    const page = await opened(390, 844, locale);
    const rows = await page
      .getByRole('tabpanel')
      .first()
      .evaluate((panel) => {
        const { top, bottom } = panel.parentElement!.getBoundingClientRect();
        const tiles = [...panel.querySelectorAll('label:has([type=radio])')].map((tile) =>
          tile.getBoundingClientRect(),
        );
        const whole = tiles.filter((tile) => tile.top >= top && tile.bottom <= bottom);
        return new Set(whole.map((tile) => Math.round(tile.top))).size;
      });
    expect(rows).toBeGreaterThanOrEqual(3);
    await photograph(page, `editor-rows-${locale}-390`);
  });
});

describe('single-letter shortcuts', () => {
  test('can be turned off, which is remembered, and leave those with Control', async () => {
    const page = await opened(1440, 900);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Smaller brush').waitFor();
    await photograph(page, 'editor-keys-1440');
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole('switch', { name: 'Single-letter keys' }).click();
    await photograph(page, 'editor-keys-off-1440');
    await dialog.getByRole('button', { name: 'Close' }).click();
    for (const again of [false, true]) {
      if (again) {
        await page.reload();
        await untilSettled(page);
      }
      await page.getByTestId('stage').focus();
      await page.keyboard.press('e');
      expect(await section(page, 'Background').getAttribute('aria-selected')).toBe('true');
      expect(await page.locator('[aria-keyshortcuts=E]').count()).toBe(0);
    }
    await section(page, 'Shadow').click();
    await page.getByRole('radio', { name: 'Drop' }).click();
    await untilSettled(page);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('button', { name: 'Redo' }).isEnabled(), PATIENT).toBe(true);
  });
});
