import { readFile } from 'node:fs/promises';
import { differenceOf } from '@clearcut/scene/testing/difference';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  all,
  alphaAt,
  BODY,
  colourAt,
  differenceFrom,
  drag,
  openAsMember,
  openInEditor,
  PATIENT,
  section,
  shownPixels,
  untilSettled,
  WALL,
} from './editor-hand.ts';
import { vase } from './library.ts';
import { logIn, makeAccount } from './person.ts';
import { bring, createVisitor, duckFile, duckPath as duckAgain, photograph, seriousProblems } from './visitor.ts';

const visitor = createVisitor();

/** An account with credits, with the duck open in the editor. */
const member = (credits = 1): Promise<Page> => openAsMember(visitor, credits);

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('every tool is used, all of it undone, redone and reloaded, and the HD file matches the screen', async () => {
  const page = await member();
  const untouched = await shownPixels(page);
  expect(await alphaAt(page, BODY)).toBe(255);
  expect(await alphaAt(page, WALL)).toBe(0);

  // Erases across the body, restores a piece of the wall, both with the keys' own brush.
  await page.keyboard.press('e');
  await page.getByRole('slider', { name: 'Size' }).waitFor();
  for (let press = 0; press < 3; press++) await page.keyboard.press(']');
  await drag(page, [
    [0.3, 0.6],
    [0.62, 0.6],
  ]);
  expect(await alphaAt(page, BODY)).toBe(0);
  await page.keyboard.press('r');
  await drag(page, [
    [0.08, 0.3],
    [0.2, 0.3],
  ]);
  expect(await alphaAt(page, WALL)).toBe(255);

  // The magic brush on the duck's head leaves the wall alone.
  await page.keyboard.press('e');
  await page.getByRole('switch', { name: 'Magic brush' }).click();
  await page.waitForTimeout(500);
  await drag(page, [
    [0.6, 0.3],
    [0.62, 0.27],
  ]);
  expect(await alphaAt(page, [0.6, 0.3])).toBeLessThan(60);
  await untilSettled(page);

  // Moves and rotates it.
  await page.keyboard.press('v');
  const beforeMove = await shownPixels(page);
  await drag(page, [
    [0.5, 0.45],
    [0.42, 0.52],
  ]);
  await page.getByRole('spinbutton', { name: 'Angle' }).fill('20');
  await page.getByRole('spinbutton', { name: 'Size' }).fill('90');
  await untilSettled(page);
  expect((await shownPixels(page)).data).not.toEqual(beforeMove.data);

  await section(page, 'Background').click();
  await page
    .getByRole('radio', { name: /marble/i })
    .first()
    .check();
  await expect.poll(() => alphaAt(page, [0.95, 0.05]), PATIENT).toBe(255);
  await page.getByRole('tab', { name: 'Colour' }).click();
  await page.getByRole('radio', { name: '#f4d35e' }).check();
  expect(await colourAt(page, [0.95, 0.05])).toEqual([0xf4, 0xd3, 0x5e, 255]);
  await page.getByRole('tab', { name: 'Blur' }).click();
  await page.getByRole('switch', { name: 'Blur the photo behind' }).click();
  expect(await colourAt(page, [0.95, 0.05])).not.toEqual([0xf4, 0xd3, 0x5e, 255]);

  await section(page, 'Shadow').click();
  await page.getByRole('radio', { name: 'Drop' }).click();

  await section(page, 'Arrange').click();
  await page.getByRole('button', { name: 'Crop by hand' }).click();
  await page.locator(':focus').and(page.getByRole('radio')).waitFor();
  await page.getByRole('radio', { name: '4:5' }).click();
  await page.getByRole('button', { name: 'Crop', exact: true }).click();
  await untilSettled(page);
  const finished = await shownPixels(page);
  expect(finished.width / finished.height).toBeCloseTo(0.8, 1);

  const count = await all(page, 'undo');
  // Quick successive numbers make one edit.
  expect(count).toBeGreaterThanOrEqual(9);
  expect(await shownPixels(page)).toEqual(untouched);
  await untilSettled(page);
  await page.reload();
  await untilSettled(page);
  expect(await shownPixels(page)).toEqual(untouched);
  expect(await undo(page).isDisabled()).toBe(true);
  expect(await all(page, 'redo')).toBe(count);
  await untilSettled(page);
  await expect.poll(async () => (await shownPixels(page)).width, PATIENT).toBe(finished.width);
  expect(differenceOf(finished, await shownPixels(page)).mean).toBeLessThan(0.3);
  await page.reload();
  await untilSettled(page);
  expect(differenceOf(finished, await shownPixels(page)).mean).toBeLessThan(0.3);

  await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
  await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download HD' }).click(),
  ]);
  const file = await readFile(await download.path());
  const { width, height } = await sharp(file).metadata();
  expect([width, height]).toEqual([768, 960]);
  const { mean } = await differenceFrom(finished, file);
  expect(mean).toBeLessThan(3);

  // Undone to the saved state, it still counts as saved; changed, it does not.
  await page.keyboard.press('Control+z');
  await page.getByText('Changed since the last HD save').waitFor();
}, 400_000);

describe('the editor’s rules', () => {
  test('a colour clears picture and blur, a picture turns the blur off, another picture begins with backgrounds', async () => {
    const page = await member(0);
    await page.getByRole('tab', { name: 'Blur' }).click();
    await page.getByRole('switch', { name: 'Blur the photo behind' }).click();
    await page.getByRole('tab', { name: 'Photo' }).click();
    await page
      .getByRole('radio', { name: /marble/i })
      .first()
      .check();
    await page.getByRole('tab', { name: 'Blur' }).click();
    expect(await page.getByRole('switch', { name: 'Blur the photo behind' }).isChecked()).toBe(false);
    await page.getByRole('tab', { name: 'Colour' }).click();
    await page.getByRole('radio', { name: '#ffffff' }).check();
    await page.getByRole('tab', { name: 'Photo' }).click();
    expect(
      await page
        .getByRole('radio', { name: /marble/i })
        .first()
        .isChecked(),
    ).toBe(false);
    await untilSettled(page);

    const orange = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff8000' } })
      .png()
      .toBuffer();
    await page
      .getByTestId('background-input')
      .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: orange });
    await expect.poll(() => colourAt(page, WALL), PATIENT).toEqual([255, 128, 0, 255]);
    await page.getByRole('radio', { name: 'Your background 1' }).waitFor();

    await section(page, 'Brush').click();
    await page.getByTestId('picture-input').setInputFiles(duckAgain);
    await page.locator('[data-stage=ready]').nth(1).waitFor(PATIENT);
    await untilSettled(page);
    expect(await section(page, 'Background').getAttribute('aria-selected')).toBe('true');
    expect(await page.getByRole('tab', { name: 'Photo' }).getAttribute('aria-selected')).toBe('true');
    expect(await alphaAt(page, WALL)).toBe(0);
  });

  test('a picture that fails becomes an error entry, and the last healthy one is shown', async () => {
    const page = await member(0);
    const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ded9d0' } })
      .jpeg()
      .toBuffer();
    await page.getByTestId('picture-input').setInputFiles({ name: 'plain.jpg', mimeType: 'image/jpeg', buffer: plain });
    await page.locator('[data-stage=failed]').waitFor(PATIENT);
    await untilSettled(page);
    expect(await page.locator('[aria-current=true]').getAttribute('title')).toBe('duck.jpg');
  });

  test('a visitor keeps their pictures over a reload, and returns to the same picture and save after the login', async () => {
    const page = await visitor.open('/upload');
    const id = await openInEditor(page);
    await page.keyboard.press('e');
    await drag(page, [
      [0.3, 0.6],
      [0.62, 0.6],
    ]);
    await untilSettled(page);
    await page.goto(`${visitor.url()}/app/editor`);
    await untilSettled(page);
    expect(new URL(page.url()).searchParams.get('image')).toBe(id);
    await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);

    const email = await makeAccount(visitor.url());
    await visitor.operator('grant-credits', email, '1');
    await page.getByRole('button', { name: 'Save in HD · 1 credit' }).click();
    const modal = page.getByRole('dialog');
    await modal.getByRole('button', { name: 'Log in', exact: true }).click();
    await modal.getByText('Please log in to save your image').waitFor();
    await modal.getByLabel('Email', { exact: true }).fill(email);
    await modal.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
    await modal.locator('button[type=submit]').click();
    await page.getByText('Saved in HD for 1 credit').waitFor(PATIENT);
    expect(new URL(page.url()).searchParams.get('image')).toBe(id);
    expect(await alphaAt(page, BODY)).toBe(0);
  });

  test("regression: after a sign-out, neither this user nor the next learns anything about the other's pictures", async () => {
    const page = await member(0);
    const id = new URL(page.url()).searchParams.get('image') ?? '';
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`/api/transaction/${id}/`)) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${visitor.url()}/app/editor`);
    await logIn(page, await makeAccount(visitor.url()));
    await page.waitForURL('**/app/dashboard');
    expect(asked).toEqual([]);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });
});

const slips = (page: Page) => page.getByRole('navigation', { name: 'Your last pictures' }).locator('[data-stage]');

describe('the strip', () => {
  test('keeps a failed picture with its reason, and drops removed and deleted ones', async () => {
    const page = await member(0);
    const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ded9d0' } })
      .jpeg()
      .toBuffer();
    await page.getByTestId('picture-input').setInputFiles({ name: 'plain.jpg', mimeType: 'image/jpeg', buffer: plain });
    await page.getByText('“plain.jpg” failed').waitFor(PATIENT);
    await page.getByRole('button', { name: 'plain.jpg, failed' }).click();
    await page.getByRole('heading', { name: 'The background was not removed' }).waitFor();
    await page.getByRole('alert').getByText('No subject was found in this picture').waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await photograph(page, 'editor-failed-1440');
    // Nothing is lost with it, so there is no question.
    await page.getByRole('button', { name: 'Remove: plain.jpg' }).press('Enter');
    await untilSettled(page);
    expect(await slips(page).count()).toBe(1);

    await page
      .getByTestId('picture-input')
      .setInputFiles({ name: 'vase.png', mimeType: 'image/png', buffer: await vase() });
    await page.locator('[aria-current=true][data-stage=ready][title="vase.png"]').waitFor(PATIENT);
    await untilSettled(page);
    await photograph(page, 'editor-strip-1440');
    expect(await seriousProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph(page, 'editor-strip-390');
    const remove = page.getByRole('button', { name: 'Remove: vase.png' });
    await remove.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete this picture?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true);
    await remove.press('Enter');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => slips(page).count(), PATIENT).toBe(1);
    await untilSettled(page);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('duck.jpg');

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'My images', exact: true }).click();
    await page.getByRole('button', { name: 'Delete duck.jpg' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'No pictures yet' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'No picture to edit yet' }).waitFor();
    expect(await slips(page).count()).toBe(0);
  });

  test('accepts seven pictures at once, and says how many were left out', async () => {
    const page = await visitor.open('/app/editor');
    // Works offline.
    await page.route('**/api/transaction/?*', (route) => route.abort('connectionfailed'));
    const duck = await duckFile();
    await bring(
      page,
      'drop',
      Array.from({ length: 9 }, (_, index) => ({ ...duck, name: `duck-${index}.jpg` })),
    );
    await page.getByText('2 pictures were left out').waitFor(PATIENT);
    await expect.poll(() => slips(page).count(), PATIENT).toBe(7);
  });
});

test('everything works by keyboard and is announced', async () => {
  const page = await member(0);
  await page.keyboard.press('e');
  await page.getByTestId('stage').focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Erased').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('status').getByText('Undone').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.getByRole('status').getByText('Redone').waitFor();
  await page.keyboard.press('+');
  await expect.poll(() => page.getByLabel('Zoom', { exact: true }).innerText(), PATIENT).toBe('125%');
  await page.keyboard.press('0');
  await expect.poll(() => page.getByLabel('Zoom', { exact: true }).innerText(), PATIENT).toBe('100%');
  await page.keyboard.press('b');
  expect(await section(page, 'Background').getAttribute('aria-selected')).toBe('true');
  expect(await seriousProblems(page)).toEqual([]);
  await photograph(page, 'editor-en-1440-light');
});

describe.each([
  ['en', 'light'],
  ['ar', 'dark'],
] as const)('in %s and %s colours', (locale, colorScheme) => {
  test('fits, is accessible, and the picture stays left to right', async () => {
    const page = await visitor.open('/app/editor', { locale, colorScheme });
    await page.locator('input[type=file]').first().setInputFiles(duckAgain);
    await untilSettled(page);
    await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const tabs = page
        .getByRole('tablist')
        .getByRole('tab')
        .filter({ has: page.locator('svg') });
      for (let index = 0; index < (width === 1440 ? 4 : 5); index++) {
        await tabs.nth(index).click();
        const about = `section ${index} at ${width} px`;
        const { overflow, stage, picture, below, tools } = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          stage: document.querySelector('[data-testid=stage]')!.getBoundingClientRect().toJSON() as DOMRect,
          picture: document.querySelector('[data-testid=picture]')!.getBoundingClientRect().toJSON() as DOMRect,
          below: document.querySelector('[data-testid=sync]')!.getBoundingClientRect().bottom,
          tools: document.querySelector('[role=tabpanel]')!.getBoundingClientRect().top,
        }));
        expect(overflow, about).toBe(0);
        expect(stage.width, about).toBe(width === 1440 ? 720 : width - 48);
        // A tablet in landscape is wider than the picture.
        if (width !== 768) expect(Math.abs(picture.left - stage.left), about).toBeLessThan(2);
        if (width !== 1440) expect(below, `${about}: the tools lie over the strip`).toBeLessThanOrEqual(tools);
        if (width !== 768) expect(await seriousProblems(page), about).toEqual([]);
        await photograph(page, `editor-${locale}-${width}-${colorScheme}-${index}`);
      }
    }
  });
});

test('two fingers move and zoom the picture, and one of them alone does not draw', async () => {
  const page = await visitor.open('/app/editor', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.locator('input[type=file]').first().setInputFiles(duckAgain);
  await untilSettled(page);
  await section(page, 'Brush').click();
  // The stroke crosses from the wall to the duck, which the magic brush would keep apart.
  await page.getByRole('switch', { name: 'Magic brush' }).click();
  const box = await page.getByTestId('stage').boundingBox();
  if (box === null) throw new Error('The stage is not shown');
  const client = await page.context().newCDPSession(page);
  const fingers = (...spots: (readonly [number, number])[]) =>
    spots.map(([x, y], id) => ({ x: box.x + x * box.width, y: box.y + y * box.height, id }));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: ReturnType<typeof fingers>) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const before = await page.getByTestId('stage').getAttribute('data-head');

  await touch('touchStart', fingers([0.45, 0.5]));
  await touch('touchStart', fingers([0.45, 0.5], [0.55, 0.5]));
  for (let step = 1; step <= 5; step++) {
    await touch('touchMove', fingers([0.45 - step * 0.03, 0.5], [0.55 + step * 0.03, 0.5]));
  }
  await touch('touchEnd', []);
  await expect.poll(() => page.getByLabel('Zoom', { exact: true }).innerText(), PATIENT).not.toBe('100%');
  expect(await page.getByTestId('stage').getAttribute('data-head')).toBe(before);

  await page.getByRole('button', { name: 'Show the whole picture' }).click();
  await touch('touchStart', fingers([0.3, 0.6]));
  for (let step = 1; step <= 8; step++) await touch('touchMove', fingers([0.3 + step * 0.04, 0.6]));
  await touch('touchEnd', []);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
  await untilSettled(page);
});
