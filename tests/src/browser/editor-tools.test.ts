/** Each tool of the editor by its own handles: effect on the pixels. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  alphaAt,
  BODY,
  colourAt,
  drag,
  openAsMember,
  openAsVisitor,
  openInEditor,
  PATIENT,
  section,
  shownPixels,
  untilSettled,
  WALL,
  type Pixels,
} from './editor-hand.ts';
import { createVisitor, photograph } from './visitor.ts';

const visitor = createVisitor();

async function middleOf(locator: Locator): Promise<readonly [x: number, y: number]> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Drags it by CSS pixels. */
async function pull(page: Page, handle: Locator, [x, y]: readonly [number, number]): Promise<void> {
  const from = await middleOf(handle);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + x, from[1] + y, { steps: 8 });
  await page.mouse.up();
}

const number = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByRole('spinbutton', { name, exact: true }).inputValue());

/** Bounding box of visible pixels. */
function seen({ data, width, height }: Pixels): { left: number; top: number; right: number; bottom: number } {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return box;
}

test('the original is shown only while its button is held, by mouse or key', async () => {
  const page = await openAsVisitor(visitor);
  const compare = page.getByRole('button', { name: 'Hold to see the original' });
  const before = await shownPixels(page);
  await page.mouse.move(...(await middleOf(compare)));
  await page.mouse.down();
  await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(255);
  expect(await compare.getAttribute('aria-pressed')).toBe('true');
  await page.mouse.up();
  await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(0);
  await compare.focus();
  await page.keyboard.down(' ');
  await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(255);
  await page.keyboard.up(' ');
  await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(0);
  expect(await shownPixels(page)).toEqual(before);
  expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
});

test("regression: after a move the original is shown in the cut-out's place, in the same frame", async () => {
  const page = await openAsVisitor(visitor);
  await page.keyboard.press('v');
  await page.getByRole('spinbutton', { name: 'Size' }).fill('60');
  await page.getByRole('spinbutton', { name: 'Left and right' }).fill('90');
  await untilSettled(page);
  const shown = await shownPixels(page);
  const compare = page.getByRole('button', { name: 'Hold to see the original' });
  await page.mouse.move(...(await middleOf(compare)));
  await page.mouse.down();
  await expect.poll(async () => (await shownPixels(page)).data, PATIENT).not.toEqual(shown.data);
  const original = await shownPixels(page);
  await page.mouse.up();
  expect([original.width, original.height]).toEqual([shown.width, shown.height]);
  // Inside the subject both show the photo itself, at the same place.
  const { left, right, top, bottom } = seen(shown);
  const i = (Math.round((top * 2 + bottom * 3) / 5) * shown.width + Math.round((left + right) / 2)) * 4;
  expect(shown.data[i + 3]).toBe(255);
  for (let channel = 0; channel < 3; channel++) {
    expect(Math.abs((original.data[i + channel] ?? 0) - (shown.data[i + channel] ?? 0))).toBeLessThan(6);
  }
});

test('a cut-out moved near the middle snaps to it, with a guide line', async () => {
  const page = await openAsVisitor(visitor);
  await page.keyboard.press('v');
  const middle = async () => {
    const shown = await shownPixels(page);
    const { left, right } = seen(shown);
    return (left + right) / 2 - shown.width / 2;
  };
  await page.getByRole('button', { name: 'Centre horizontally' }).click();
  await expect.poll(async () => Math.abs(await middle()), PATIENT).toBeLessThanOrEqual(1);
  await page.getByRole('spinbutton', { name: 'Left and right' }).fill('150');
  await untilSettled(page);
  const off = await middle();
  const box = (await page.getByTestId('picture').boundingBox())!;
  const perPixel = box.width / (await shownPixels(page)).width;
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Four CSS pixels short of the middle.
  await page.mouse.move(x - off * perPixel + 4, y + 30, { steps: 8 });
  expect(await page.getByTestId('guides').getAttribute('d')).toMatch(/^M[\d.]+ 0V/);
  await photograph(page, 'editor-guides-1440');
  await page.mouse.up();
  await untilSettled(page);
  expect(Math.abs(await middle())).toBeLessThanOrEqual(1);
  expect(await page.getByTestId('guides').getAttribute('d')).toBe('');
});

test('the HD file has exactly the size that a shop requires', async () => {
  const page = await openAsMember(visitor, 1);
  await section(page, 'Arrange').click();
  const sizes = page.getByLabel('Size for');
  await sizes.selectOption('story');
  await untilSettled(page);
  const { width, height } = await shownPixels(page);
  expect(width / height).toBeCloseTo(1080 / 1920, 1);
  await photograph(page, 'editor-size-1440');
  await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
  await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download HD' }).click(),
  ]);
  const file = await sharp(await readFile(await download.path())).metadata();
  expect([file.width, file.height]).toEqual([1080, 1920]);
  await sizes.selectOption('');
  await untilSettled(page);
  const whole = await shownPixels(page);
  expect(whole.width / whole.height).toBeCloseTo(4 / 3, 2);
});

test('a crop to the subject keeps the chosen margin and shape', async () => {
  const page = await openAsVisitor(visitor);
  await section(page, 'Arrange').click();
  const group = page.getByRole('group', { name: 'Crop to the subject' });
  await group.getByRole('button', { name: 'Crop to the subject' }).click();
  await untilSettled(page);
  const free = await shownPixels(page);
  const box = seen(free);
  const longer = Math.max(box.right - box.left, box.bottom - box.top);
  for (const margin of [box.left, box.top, free.width - box.right, free.height - box.bottom]) {
    expect(margin / longer).toBeCloseTo(0.1, 1);
  }
  await group.getByRole('radio', { name: '20%' }).click();
  await expect.poll(async () => (await shownPixels(page)).width, PATIENT).toBeGreaterThan(free.width);
  for (const [name, ratio] of [
    ['1:1', 1],
    ['4:5', 0.8],
    ['16:9', 16 / 9],
  ] as const) {
    await group.getByRole('radio', { name }).click();
    await expect
      .poll(async () => {
        const { width, height } = await shownPixels(page);
        return width / height;
      }, PATIENT)
      .toBeCloseTo(ratio, 1);
  }
  await page.getByRole('button', { name: 'Remove the crop' }).click();
  await untilSettled(page);
  const { width, height } = await shownPixels(page);
  expect(width / height).toBeCloseTo(4 / 3, 2);
});

test('handles resize and rotate the cut-out about its middle, by mouse and keys; each drag is one edit', async () => {
  const page = await openAsVisitor(visitor);
  await page.keyboard.press('v');
  const corner = page.getByRole('button', { name: 'Resize, corner 3' });
  await pull(page, corner, [-60, -45]);
  expect(await number(page, 'Size')).toBeLessThan(95);
  const small = await number(page, 'Size');
  await pull(page, page.getByRole('button', { name: 'Rotate', exact: true }), [80, 20]);
  expect(await number(page, 'Angle')).toBeGreaterThan(5);
  expect(await number(page, 'Size')).toBe(small);
  await untilSettled(page);
  await page.keyboard.press('Control+z');
  await expect.poll(() => number(page, 'Angle'), PATIENT).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => number(page, 'Size'), PATIENT).toBe(100);

  await page.getByRole('button', { name: 'Rotate', exact: true }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => number(page, 'Angle'), PATIENT).toBe(15);
  await corner.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => number(page, 'Size'), PATIENT).toBe(102);
  await page.getByRole('button', { name: 'Reset position' }).click();
  await expect.poll(() => number(page, 'Angle'), PATIENT).toBe(0);
  expect(await number(page, 'Size')).toBe(100);
});

test('numbers place the cut-out: typed, stepped, and never beyond their limits', async () => {
  const page = await openAsVisitor(visitor);
  await page.keyboard.press('v');
  const before = seen(await shownPixels(page));
  const x = page.getByRole('spinbutton', { name: 'Left and right' });
  await x.fill('128');
  await expect.poll(async () => seen(await shownPixels(page)).left, PATIENT).toBeGreaterThan(before.left + 20);
  await x.press('Shift+ArrowUp');
  expect(await x.inputValue()).toBe('138');
  await x.press('ArrowDown');
  expect(await x.inputValue()).toBe('137');
  const size = page.getByRole('spinbutton', { name: 'Size' });
  await size.fill('999999');
  await size.blur();
  expect(await size.inputValue()).toBe('100');
  await size.fill('wide');
  await size.blur();
  expect(await size.inputValue()).toBe('100');
  // Typing in a field triggers no shortcuts.
  expect(await section(page, 'Arrange').getAttribute('aria-selected')).toBe('true');
});

describe('the pipette', () => {
  test('picks the pressed colour if the browser has no picker', async () => {
    const page = await visitor.open('/upload');
    await page.addInitScript(() => Reflect.deleteProperty(window, 'EyeDropper'));
    await page.reload();
    await openInEditor(page);
    const [red = 0, green = 0, blue = 0] = await colourAt(page, BODY);
    await page.getByRole('tab', { name: 'Colour' }).click();
    await page.getByRole('button', { name: 'Pick' }).click();
    await page.getByRole('button', { name: 'Click on the picture' }).waitFor();
    await drag(page, [BODY]);
    await page.getByRole('button', { name: 'Pick' }).waitFor();
    await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(255);
    const [r = 0, g = 0, b = 0] = await colourAt(page, WALL);
    expect(Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue))).toBeLessThan(24);
  });

  test('uses the browser’s own if it has one, and Escape there changes nothing', async () => {
    const page = await visitor.open('/upload');
    await page.addInitScript(() => {
      let opened = 0;
      const open = () => {
        opened += 1;
        return opened === 1
          ? Promise.reject(new DOMException('', 'AbortError'))
          : Promise.resolve({ sRGBHex: '#12ab9f' });
      };
      Object.assign(window, {
        EyeDropper: class {
          open = open;
        },
      });
    });
    await page.reload();
    await openInEditor(page);
    await page.getByRole('tab', { name: 'Colour' }).click();
    await page.getByRole('button', { name: 'Pick' }).click();
    await untilSettled(page);
    expect(await alphaAt(page, WALL)).toBe(0);
    await page.getByRole('button', { name: 'Pick' }).click();
    await expect.poll(() => colourAt(page, WALL), PATIENT).toEqual([0x12, 0xab, 0x9f, 255]);
  });
});
