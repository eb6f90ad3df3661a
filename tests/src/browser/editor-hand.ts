import { differenceOf, type Difference } from '@clearcut/scene/testing/difference';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect } from 'vitest';
import { newEmail, signUp } from './person.ts';
import { choose, duckPath, untilCutOut, type TestFile, type Visitor } from './visitor.ts';

/** Shares of the shown picture. */
export type Spot = readonly [x: number, y: number];

export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** In the example picture: on the duck's body, on the wall beside it. */
export const BODY: Spot = [0.45, 0.6];
export const WALL: Spot = [0.12, 0.3];

export const PATIENT = { timeout: 60_000 };

const stage = (page: Page) => page.getByTestId('stage');

/** Waits until the picture is drawn and the server has every edit. */
export async function untilSettled(page: Page): Promise<void> {
  await page.locator('[data-testid=stage][aria-busy=false]').waitFor({ timeout: 60_000 });
  await page.locator('[data-testid=sync][data-sync=sent]').waitFor({ timeout: 60_000 });
}

/** Cuts a picture out on the dashboard and opens it in the editor. @returns its id */
export async function openInEditor(page: Page, file: TestFile | string = duckPath): Promise<string> {
  // Before the editor loads: most tests draw freely.
  await page.evaluate(() => {
    const value = JSON.stringify({ magicBrush: false });
    localStorage.setItem('editor-preferences', localStorage.getItem('editor-preferences') ?? JSON.stringify({ value }));
  });
  await choose(page, file);
  await untilCutOut(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.waitForURL('**/app/editor?image=*');
  await untilSettled(page);
  const id = new URL(page.url()).searchParams.get('image') ?? '';
  // With the refined preview, nothing changes by itself any longer.
  await expect.poll(async () => (await viewOf(page, id)).pipeline.improved, { timeout: 60_000 }).toBeDefined();
  await page.waitForTimeout(500);
  await untilSettled(page);
  return id;
}

export async function openAsVisitor(visitor: Visitor): Promise<Page> {
  const page = await visitor.open('/upload');
  await openInEditor(page);
  return page;
}

/** An account with credits, with the duck open in the editor. */
export async function openAsMember(visitor: Visitor, credits = 0): Promise<Page> {
  const page = await visitor.open('/');
  const email = await signUp(page, 'en', newEmail());
  if (credits > 0) await visitor.operator('grant-credits', email, String(credits));
  // Right after the login the home page's input may still take the file.
  await page.reload();
  await openInEditor(page);
  return page;
}

const viewOf = (page: Page, id: string): Promise<TransactionView> =>
  page.evaluate(async (transaction) => {
    const clientId = (JSON.parse(localStorage.getItem('client-id') ?? '{}') as { value?: string }).value ?? '';
    const answer = await fetch(`/api/transaction/${transaction}`, { headers: { 'client-id': clientId } });
    return (await answer.json()) as TransactionView;
  }, id);

export async function shownPixels(page: Page): Promise<Pixels> {
  const { base64, width, height } = await page.getByTestId('picture').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let binary = '';
    for (let i = 0; i < data.length; i += 8192) binary += String.fromCharCode(...data.subarray(i, i + 8192));
    return { base64: btoa(binary), width: canvas.width, height: canvas.height };
  });
  return { data: new Uint8ClampedArray(Buffer.from(base64, 'base64')), width, height };
}

export async function colourAt(page: Page, [x, y]: Spot): Promise<number[]> {
  const { data, width, height } = await shownPixels(page);
  const i = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  return [...data.subarray(i, i + 4)];
}

export const alphaAt = async (page: Page, spot: Spot): Promise<number> => (await colourAt(page, spot))[3] ?? -1;

/** Drags over the canvas, which must be entirely visible. */
export async function drag(page: Page, spots: readonly Spot[], steps = 12): Promise<void> {
  const box = await page.getByTestId('picture').boundingBox();
  if (box === null) throw new Error('The picture is not shown');
  const at = ([x, y]: Spot) => [box.x + x * box.width, box.y + y * box.height] as const;
  const [first = [0, 0], ...others] = spots;
  await page.mouse.move(...at(first));
  await page.mouse.down();
  for (const spot of others) await page.mouse.move(...at(spot), { steps });
  await page.mouse.up();
}

export const section = (page: Page, name: 'Background' | 'Brush' | 'Arrange' | 'Shadow' | 'Save') =>
  page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name });

/** Presses Ctrl+Z (or Ctrl+Shift+Z) as often as possible. @returns how often */
export async function all(page: Page, direction: 'undo' | 'redo'): Promise<number> {
  const button = page.getByRole('button', { name: direction === 'undo' ? 'Undo' : 'Redo' });
  await stage(page).focus();
  let count = 0;
  // After a reload, each answer tells whether there is a next one.
  for (;;) {
    await page.locator('[data-testid=stage][aria-busy=false]').waitFor();
    if (await button.isDisabled()) return count;
    await page.keyboard.press(direction === 'undo' ? 'Control+z' : 'Control+Shift+z');
    count++;
    await page.waitForTimeout(30);
  }
}

export async function decoded(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** Compares with a file scaled to the shown size. */
export async function differenceFrom(shown: Pixels, file: Buffer): Promise<Difference> {
  const { width, height } = shown;
  // Premultiplied, or transparent pixels would bleed into their neighbours.
  const small = await sharp(file)
    .ensureAlpha()
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
  return differenceOf(shown, await decoded(small));
}
