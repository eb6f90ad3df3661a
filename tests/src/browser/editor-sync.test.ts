/** Edits between browser and server: two people in one picture, slow answers, no connection. */
import { expect, test } from 'vitest';
import {
  alphaAt,
  BODY,
  colourAt,
  drag,
  openAsMember,
  openInEditor,
  PATIENT,
  section,
  shownPixels,
  untilSettled,
  WALL,
} from './editor-hand.ts';
import { logIn, newEmail, signUp } from './person.ts';
import { createVisitor } from './visitor.ts';

const visitor = createVisitor();

/** Two browsers of one team with the same picture open. */
async function twoInOnePicture() {
  const one = await visitor.open('/');
  const email = await signUp(one, 'en', newEmail());
  await one.reload();
  const id = await openInEditor(one);
  const other = await visitor.open('/');
  await logIn(other, email);
  await other.goto(`${visitor.url()}/app/editor?image=${id}`);
  await untilSettled(other);
  return { one, other, id };
}

test('two members edit one picture, and end with the same result', async () => {
  const { one, other } = await twoInOnePicture();

  await Promise.all([one, other].map((page) => page.keyboard.press('e')));
  await Promise.all([
    drag(one, [
      [0.3, 0.6],
      [0.62, 0.6],
    ]),
    drag(other, [
      [0.5, 0.25],
      [0.6, 0.35],
    ]),
  ]);
  await section(other, 'Background').click();
  await other.getByRole('tab', { name: 'Colour' }).click();
  await other.getByRole('radio', { name: '#3f7d58' }).check();
  await drag(one, [
    [0.4, 0.7],
    [0.5, 0.75],
  ]);
  await Promise.all([untilSettled(one), untilSettled(other)]);
  await expect
    .poll(async () => {
      const [a, b] = await Promise.all([one, other].map((page) => shownPixels(page)));
      return a !== undefined && b !== undefined && Buffer.from(a.data).equals(Buffer.from(b.data));
    }, PATIENT)
    .toBe(true);
  // Nothing was lost: both strokes and the colour.
  expect(await colourAt(one, WALL)).toEqual([0x3f, 0x7d, 0x58, 255]);
  expect(await colourAt(one, BODY)).toEqual([0x3f, 0x7d, 0x58, 255]);
  expect(await colourAt(one, [0.55, 0.3])).toEqual([0x3f, 0x7d, 0x58, 255]);
});

test("another user's edit during a slow response is shown with the response", async () => {
  const { one, other, id } = await twoInOnePicture();

  const taken = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await other.route(`**/api/transaction/${id}/erase/**`, async (route) => {
    const response = await route.fetch();
    taken.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await Promise.all([one, other].map((page) => page.keyboard.press('e')));
  await drag(other, [
    [0.5, 0.25],
    [0.6, 0.35],
  ]);
  await taken.promise;
  await drag(one, [
    [0.3, 0.6],
    [0.62, 0.6],
  ]);
  await untilSettled(one);
  // Time for the stream to reach the other one, who still waits for an answer.
  await other.waitForTimeout(1_500);
  answered.resolve();
  await expect.poll(() => alphaAt(other, BODY), PATIENT).toBe(0);
});

test('offline edits are stored, survive a reload, and are sent when online', async () => {
  const page = await openAsMember(visitor, 0);
  const edits = '**/api/transaction/*/erase/**';
  await page.route(edits, (route) => route.abort());
  await page.keyboard.press('e');
  await drag(page, [
    [0.3, 0.6],
    [0.62, 0.6],
  ]);
  await page.getByTestId('sync').getByText('No connection').waitFor();
  await page.reload();
  await page.getByTestId('sync').getByText('No connection').waitFor();
  await page.unroute(edits);
  await untilSettled(page);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
  await page.reload();
  await untilSettled(page);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
});

test('a background that fails to load shows an error, keeps the picture editable, and loads on retry', async () => {
  const page = await visitor.open('/upload');
  await openInEditor(page);
  const previews = '**/*-preview-*.webp';
  await page.route(previews, (route) => route.abort());
  await section(page, 'Background').click();
  await page
    .getByRole('radio', { name: /marble/i })
    .first()
    .check();
  const alert = page.getByRole('alert').filter({ hasText: 'background' });
  await alert.waitFor({ timeout: 30_000 });

  // Work done meanwhile is visible.
  await page.keyboard.press('e');
  await drag(page, [
    [0.3, 0.6],
    [0.62, 0.6],
  ]);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(255);

  await page.unroute(previews);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => alphaAt(page, WALL), PATIENT).toBe(255);
  expect(await alert.count()).toBe(0);
});

test('regression: a reload at the moment the pointer is released does not lose the stroke', async () => {
  const page = await visitor.open('/upload');
  await openInEditor(page);
  let isLoaded = false;
  // The next page sends it. Removing the route instead would hang the new page's requests at that moment.
  await page.route('**/erase/**', (route) => (isLoaded ? route.continue() : route.abort()));
  await page.keyboard.press('e');
  await page.evaluate(() => addEventListener('pointerup', () => location.reload(), { once: true }));
  await Promise.all([
    page.waitForEvent('load'),
    drag(page, [
      [0.3, 0.6],
      [0.62, 0.6],
    ]),
  ]);
  isLoaded = true;
  await untilSettled(page);
  await expect.poll(() => alphaAt(page, BODY), PATIENT).toBe(0);
});

test('offline, each edit is announced once, and the lost connection once', async () => {
  const page = await visitor.open('/upload');
  await openInEditor(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const status = document.querySelector('[role=status]')!;
    const hear = () => {
      const text = status.textContent ?? '';
      if (text !== '') heard.push(text);
    };
    new MutationObserver(hear).observe(status, { childList: true, subtree: true, characterData: true });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await page.route('**/erase/**', (route) => route.abort());
  await page.keyboard.press('e');
  for (const y of [0.55, 0.7]) {
    await drag(page, [
      [0.4, y],
      [0.5, y],
    ]);
    await page.getByTestId('sync').getByText('No connection').waitFor();
  }
  await page.unroute('**/erase/**');
  await untilSettled(page);
  const lost = 'No connection. Changes are kept in this browser and sent later.';
  expect(await heard()).toEqual(['Erased', lost, 'Erased']);
});
