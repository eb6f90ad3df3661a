import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bring, choose, createVisitor, duckFile, isShared, duckPath, photograph, untilCutOut } from './visitor.ts';

const visitor = createVisitor({ ownProduct: true });

/** x and y as shares of width and height. */
async function alphaAt(png: Buffer, x: number, y: number): Promise<number | undefined> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(4);
  return data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4 + 3];
}

describe('a picture', () => {
  test('dropped on the home page becomes a PNG with a transparent background', async () => {
    const page = await visitor.open('/');
    await bring(page, 'drop', [await duckFile()]);
    await page.waitForURL('**/upload');
    await untilCutOut(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download free preview' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('duck-clearcut.png');
    const png = await readFile(await download.path());
    expect(await alphaAt(png, 0.03, 0.03)).toBeLessThan(20);
    expect(await alphaAt(png, 0.5, 0.65)).toBeGreaterThan(235);
    await photograph(page, 'result-1440');
  });

  test('is shown at once while it is processed, and does not move', async () => {
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    const waiting = page.getByRole('img', { name: 'Your picture', exact: true });
    await waiting.waitFor();
    const before = await waiting.boundingBox();
    await untilCutOut(page);
    expect(await page.getByRole('img', { name: 'Your picture without its background' }).boundingBox()).toEqual(before);
  });

  test.skipIf(isShared)('shows how many wait before it, until its turn', async () => {
    const release = await visitor.holdQueue(7);
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    const place = page.getByText('7 pictures are ahead of yours.', { exact: true });
    await place.filter({ visible: true }).first().waitFor();
    await page.getByRole('status').filter({ hasText: '7 pictures are ahead of yours.' }).waitFor();
    await photograph(page, 'queue-1440');
    const id = await page.evaluate(
      () => (JSON.parse(localStorage['last-transaction'] as string) as { value: string }).value,
    );
    const editor = await page.context().newPage();
    await editor.goto(`${visitor.url()}/app/editor?image=${id}`);
    await editor.getByText('7 pictures are ahead of yours.').first().waitFor();

    await release();
    await untilCutOut(page);
    expect(await place.count()).toBe(0);
    await editor
      .getByRole('main')
      .getByRole('heading', { name: 'Removing the background' })
      .waitFor({ state: 'detached' });
    expect(await editor.getByText('pictures are ahead of yours').count()).toBe(0);
  });

  test('is replaced by its refined cut-out without a blank frame', async () => {
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    await untilCutOut(page);
    const bare = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0;
          const look = () => {
            const picture = document.querySelector<HTMLImageElement>('img[alt$="without its background"]');
            if (picture === null || !picture.complete || picture.naturalWidth === 0) frames++;
            if (document.querySelector('[role=status]')?.textContent?.includes('refined') === true) {
              // A little longer: the pixels follow the event.
              setTimeout(() => resolve(frames), 1500);
            } else requestAnimationFrame(look);
          };
          look();
        }),
    );
    expect(await bare).toBe(0);
  });

  test('is still there after a reload, until it is deleted', async () => {
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    await untilCutOut(page);

    await page.reload();
    await untilCutOut(page);
    await page.getByText('duck.jpg', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Delete picture' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Delete picture' }).click();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE'),
      dialog.getByRole('button', { name: 'Delete', exact: true }).click(),
    ]);
    expect(answer.status()).toBe(204);
    await page.getByText('Deleted. The picture').waitFor();

    await page.reload();
    await page.getByRole('button', { name: /Choose a picture/ }).waitFor();
  });

  test('regression: its preview is downloaded with the colour just chosen; a failure is shown', async () => {
    const page = await visitor.open('/upload');
    await choose(page, duckPath);
    await untilCutOut(page);
    await page.route('**/edit/', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue();
    });
    await page.getByRole('radio', { name: 'Black' }).click();
    const link = page.getByRole('link', { name: 'Download free preview' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const { data } = await sharp(await download.path())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 255]);

    await page.route('**/download/low/**', (route) =>
      route.fulfill({ status: 404, json: { errorCode: 'transaction_not_found' } }),
    );
    await link.click();
    await page.getByText("This picture doesn't exist or isn't yours.").waitFor();
  });

  test('is removed with a message if it is gone from the server', async () => {
    const page = await visitor.open('/upload');
    await page.evaluate(() =>
      localStorage.setItem('last-transaction', JSON.stringify({ value: '00000000-0000-4000-8000-000000000000' })),
    );
    await page.reload();
    await page.getByText('Your last picture has been deleted').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('last-transaction'))).toBeNull();
  });
});

describe('other ways to upload', () => {
  test('regression: one picture among other files is taken, without an account', async () => {
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    const page = await visitor.open('/');
    await bring(page, 'drop', [text, { ...text, name: 'more.txt' }]);
    await page.getByText('“notes.txt” is not a picture').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await bring(page, 'drop', [text, await duckFile()]);
    await page.waitForURL('**/upload');
    await untilCutOut(page);
  });

  test('a picture can be pasted anywhere on the page', async () => {
    const page = await visitor.open('/');
    await bring(page, 'paste', [await duckFile()]);
    await page.waitForURL('**/upload');
    await untilCutOut(page);
  });

  test('an example can be tried with one click, and another picture after it', async () => {
    const page = await visitor.open('/es', { locale: 'es-ES' });
    const examples = page.getByRole('region', { name: '¿No tienes una imagen a mano? Prueba una nuestra.' });
    await examples.getByRole('button', { name: 'Gato' }).click();
    await page.waitForURL('**/es/upload');
    await untilCutOut(page);
    await page.getByRole('button', { name: 'Otra imagen' }).click();
    await page.getByRole('button', { name: /Elegir una imagen/ }).waitFor();
  });

  test('a keyboard alone completes the journey', async () => {
    const page = await visitor.open('/upload');
    // Awaited long before the key press: the browser reports dialogs with a delay, and one shown meanwhile is lost.
    const chooser = page.waitForEvent('filechooser');
    const focus = () => page.locator(':focus');
    const tabTo = async (role: 'button' | 'slider' | 'link' | 'radio', name: RegExp) => {
      const target = page.getByRole(role, { name });
      for (let presses = 0; presses < 25; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${String(name)}, but to ${await focus().innerHTML()}`);
    };

    await page.keyboard.press('Tab');
    expect(await focus().textContent()).toBe('Skip to content');

    await tabTo('button', /Choose a picture/);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(duckPath);
    await untilCutOut(page);
    expect(await focus().textContent()).toBe('Background removed');

    const slider = page.getByRole('slider', { name: 'Compare with the original' });
    await slider.focus();
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toBe('100% original');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuenow')).toBe('2');

    await tabTo('radio', /Transparent/);
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'White' }).isChecked()).toBe(true);

    await tabTo('link', /Download free preview/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('duck-clearcut.png');

    await tabTo('button', /Delete picture/);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await focus().textContent()).toBe('Delete picture');
  });
});

test('the line between before and after follows mouse and finger', async () => {
  const page = await visitor.open('/upload', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await choose(page, duckPath);
  await untilCutOut(page);
  const slider = page.getByRole('slider');
  const box = await page.getByRole('img', { name: 'Your picture without its background' }).boundingBox();
  if (box === null) throw new Error('The cut-out is not to be seen');
  const y = box.y + box.height / 4;
  const value = async () => Number(await slider.getAttribute('aria-valuenow'));

  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 });
  await page.mouse.up();
  expect(await value()).toBeCloseTo(75, -0.5);
  await page.mouse.move(box.x, y);
  expect(await value()).toBeCloseTo(75, -0.5);

  await page.touchscreen.tap(box.x + box.width * 0.3, y);
  expect(await value()).toBeCloseTo(30, -0.5);
  await photograph(page, 'result-390-slider');
});

test('a long upload shows its progress and can be cancelled', async () => {
  const page = await visitor.open('/upload');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  const size = 1400;
  const noise = await sharp(Buffer.from(crypto.getRandomValues(new Uint8Array(16))), {
    raw: { width: 2, height: 2, channels: 4 },
  })
    .resize(size, size, { kernel: 'nearest' })
    .composite([
      {
        input: {
          create: {
            width: size,
            height: size,
            channels: 3,
            background: 'grey',
            noise: { type: 'gaussian', mean: 128, sigma: 60 },
          },
        },
        blend: 'over',
      },
    ])
    .png()
    .toBuffer();
  await choose(page, { name: 'noise.png', mimeType: 'image/png', buffer: noise });

  const progress = page.getByRole('progressbar', { name: 'Uploading' });
  await page.waitForFunction(() => Number(document.querySelector('[role=progressbar]')?.ariaValueNow) > 0);
  expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(100);
  await photograph(page, 'uploading-1440');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /Choose a picture/ }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('last-transaction'))).toBeNull();
});
