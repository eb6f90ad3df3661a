/** The editor's room and tools as a first visitor meets them: magic brush, fine pixels, looks, one button. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { alphaAt, BODY, drag, openAsMember, PATIENT, section, untilSettled, WALL } from './editor-hand.ts';
import { overflow } from './library.ts';
import { createVisitor, duckPath, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

async function opened(width: number, height: number, locale = 'en'): Promise<Page> {
  const page = await visitor.open('/app/editor', { viewport: { width, height }, locale });
  await page.locator('input[type=file]').first().setInputFiles(duckPath);
  await untilSettled(page);
  return page;
}

async function hover(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  const box = await page.getByTestId('picture').boundingBox();
  if (box === null) throw new Error('The picture is not shown');
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 3 });
}

/** On a phone held sideways and at 200 % zoom, picture and tools are side by side and whole, before any scrolling. */
async function fitsLow(page: Page, toolsName: string, language: string): Promise<void> {
  for (const [width, height] of [
    [844, 390],
    [720, 450],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const isWhole = async () => {
      const [stage, tools] = await Promise.all([
        page.getByTestId('stage').boundingBox(),
        page.getByRole('tablist', { name: toolsName }).boundingBox(),
      ]);
      const [left, right] = language === 'ar' ? [tools!, stage!] : [stage!, tools!];
      const isBeside = right.x > left.x + left.width;
      return isBeside && stage!.height >= 200 && [stage!, tools!].every((part) => part.y + part.height <= height);
    };
    await expect.poll(isWhole, { message: `${width} px, ${language}`, ...PATIENT }).toBe(true);
    await photograph(page, `editor-low-${width}-${language}`);
    expect(await overflow(page)).toBe(0);
  }
}

test('a visitor paints by region, sees the photo’s own pixels, picks a look and finds all downloads behind one button', async () => {
  const page = await opened(1440, 900);
  await photograph(page, 'editor-room-1440');

  await page.keyboard.press('e');
  expect(await page.getByRole('switch', { name: 'Magic brush' }).isChecked()).toBe(true);
  const region = page.getByTestId('magic-region');
  await expect
    .poll(async () => {
      await hover(page, WALL);
      await hover(page, BODY);
      return region.isVisible();
    }, PATIENT)
    .toBe(true);
  const onBody = await region.getAttribute('data-region');
  await photograph(page, 'editor-region-1440');
  await hover(page, WALL);
  await expect.poll(() => region.getAttribute('data-region'), PATIENT).not.toBe(onBody);
  // From the wall over the duck: the stroke keeps to the wall, which is gone already.
  await drag(page, [WALL, BODY]);
  expect(await region.isVisible()).toBe(true);
  await untilSettled(page);
  expect(await alphaAt(page, BODY)).toBe(255);
  await page.keyboard.press('Control+z');

  for (let step = 0; step < 7; step++) await page.keyboard.press('+');
  const detail = page.getByTestId('detail');
  await detail.waitFor(PATIENT);
  expect(await detail.getAttribute('data-shown')).toBe('original');
  await page.getByText('Zoomed in: your photo’s own pixels').waitFor();
  const finest = await detail.evaluate((canvas: HTMLCanvasElement) => canvas.width);
  expect(finest).toBeGreaterThan(600);
  await photograph(page, 'editor-detail-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('0');
  await detail.waitFor({ state: 'detached' });

  await section(page, 'Background').click();
  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Sticker with outline' }).click();
  await page.getByText('“Sticker with outline” applied.').waitFor();
  await untilSettled(page);
  await photograph(page, 'editor-looks-1440');
  await page.getByRole('button', { name: 'Photo blurred' }).click();
  await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(255);
  expect(await seriousProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'More ways to download' }).click();
  const menu = page.getByRole('menu', { name: 'More ways to download' });
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Download preview', 'Other formats']);
  await photograph(page, 'editor-menu-1440');
  await menu.getByRole('menuitem', { name: 'Other formats' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'WEBP' }).waitFor();
  await page.keyboard.press('Escape');

  await fitsLow(page, 'Tools', 'en');
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 1180 });
    await page.waitForTimeout(300);
    expect(await overflow(page)).toBe(0);
    await photograph(page, `editor-looks-${width}`);
  }
});

test('in Arabic the looks and the button are translated, and nothing overflows the page', async () => {
  const page = await opened(390, 844, 'ar');
  await page.getByRole('tab', { name: 'القوالب' }).click();
  await page.locator('[data-look=sticker]').click();
  await untilSettled(page);
  await photograph(page, 'editor-looks-ar-390');
  expect(await overflow(page)).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'طرق أخرى للتنزيل' }).click();
  await photograph(page, 'editor-menu-ar-1440');
  await page.keyboard.press('Escape');
  await fitsLow(page, 'الأدوات', 'ar');
});

test('regression: on a phone, sidebar and notices left a member no room for the picture', async () => {
  const page = await openAsMember(visitor);
  await fitsLow(page, 'Tools', 'en');
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByTestId('credits').filter({ visible: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const isWhole = async () => {
    const [stage, tools] = await Promise.all([
      page.getByTestId('stage').boundingBox(),
      page.getByRole('tab', { name: 'Photo' }).boundingBox(),
    ]);
    return stage!.y + stage!.height <= tools!.y;
  };
  await expect.poll(isWhole, PATIENT).toBe(true);
  await photograph(page, 'editor-member-390');
});

test.each([
  [320, 568],
  [360, 640],
  [375, 667],
])(
  'regression: at %d × %d px the toolbar took two rows, and tools covered the picture’s foot',
  async (width, height) => {
    const page = await opened(width, height);
    const isWhole = async () => {
      const [bar, stage, tools] = await Promise.all([
        page.getByRole('group', { name: 'Undo, compare and zoom' }).boundingBox(),
        page.getByTestId('stage').boundingBox(),
        page.getByRole('tab', { name: 'Photo' }).boundingBox(),
      ]);
      return bar!.height < 60 && stage!.y + stage!.height <= tools!.y;
    };
    await expect.poll(isWhole, PATIENT).toBe(true);
    expect(await overflow(page)).toBe(0);
  },
);

test('regression: at 400 % zoom the tools covered the picture wherever it was scrolled to', async () => {
  const page = await opened(320, 256);
  const stage = page.getByTestId('stage');
  const isSeen = async () => {
    await stage.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    return stage.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.1, 0.5, 0.9].every((share) =>
        element.contains(document.elementFromPoint(left + width / 2, top + height * share)),
      );
    });
  };
  await expect.poll(isSeen, PATIENT).toBe(true);
  expect(await overflow(page)).toBe(0);
});
