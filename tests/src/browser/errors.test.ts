import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bring, choose, createVisitor, duckPath, photograph, type TestFile } from './visitor.ts';

const visitor = createVisitor();

const png = (name: string, buffer: Buffer): TestFile => ({ name, mimeType: 'image/png', buffer });

async function alertText(page: Page): Promise<string> {
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  await alert.first().waitFor({ timeout: 90_000 });
  return alert.first().innerText();
}

/** Changes the server's view of a transaction on its way to the page. */
async function withAnswers(page: Page, change: (view: Record<string, unknown>) => object): Promise<void> {
  await page.route('**/api/transaction/*/events/', (route) => route.abort());
  await page.route(/\/api\/transaction\/[0-9a-f-]{36}\/?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>) });
  });
}

describe('before anything is sent', () => {
  test('the browser converts an AVIF, and says so; a HEIC, which it cannot read, is refused by name', async () => {
    const page = await visitor.open('/upload');
    await choose(page, { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.alloc(99) });
    expect(await alertText(page)).toMatch(/HEIC/);
    const buffer = await sharp(duckPath).resize(640).avif().toBuffer();
    await choose(page, { name: 'duck.avif', mimeType: 'image/avif', buffer });
    await page.getByText('AVIF converted to PNG in your browser.').waitFor();
    await page.getByRole('slider').waitFor({ timeout: 90_000 });
    await page.getByText('duck.png', { exact: true }).waitFor();
  });

  test.each([
    [
      'another kind of file',
      [{ name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.alloc(9) }],
      /“moving\.gif”.*Supported: PNG, JPG, WEBP/,
    ],
    [
      'a file over 25 MB',
      [{ ...png('big.png', Buffer.alloc(1)), padding: MAX_UPLOAD_BYTES }],
      /please select smaller image.*25 MB/,
    ],
  ])('%s is refused with a message, on the page where it was dropped', async (_what, files, words) => {
    const page = await visitor.open('/');
    let requests = 0;
    page.on('request', (request) => (requests += request.url().includes('/api/transaction') ? 1 : 0));
    await bring(page, 'drop', files);
    expect(await alertText(page)).toMatch(words);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(requests).toBe(0);
  });

  test('an address is required and must be valid', async () => {
    const page = await visitor.open('/upload');
    const field = page.getByLabel('Image URL');
    await page.getByRole('button', { name: 'Fetch' }).click();
    expect(await alertText(page)).toBe('You must enter a URL');
    await field.fill('no address');
    await field.press('Enter');
    expect(await alertText(page)).toBe('Please enter a valid image URL');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('from the server', () => {
  const bad: readonly [string, () => Promise<TestFile>, RegExp][] = [
    ['an empty file', async () => png('empty.png', Buffer.alloc(0)), /The file is empty/],
    ['a text file named .png', async () => png('text.png', Buffer.from('no picture')), /not a picture we can read/],
    [
      'a truncated JPEG',
      async () => {
        // Baseline: a progressive file cut short is refused later, by the decoder.
        const buffer = await sharp(duckPath).jpeg().toBuffer();
        return { name: 'half.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, buffer.length / 2) };
      },
      /damaged or incomplete/,
    ],
    [
      'a PNG with too many pixels',
      async () => {
        const create = { width: 9000, height: 9000, channels: 3 as const, background: 'white' };
        return png('huge.png', await sharp({ create }).png().toBuffer());
      },
      /too many pixels/,
    ],
  ];

  test.each(bad)('%s is refused with a message, without a useless retry', async (_what, file, words) => {
    const page = await visitor.open('/upload');
    await choose(page, await file());
    expect(await alertText(page)).toMatch(words);
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Another picture' }).click();
    await page.getByRole('button', { name: /Choose a picture/ }).waitFor();
  });

  test.each([
    ['http://127.0.0.1:9/a.png', /does not fetch from this address/, 'url_forbidden'],
    ['http://nowhere.invalid/a.png', /could not fetch a picture from that address/, 'url_unreachable'],
  ])('the address %s is refused with a message', async (url, words, code) => {
    const page = await visitor.open('/upload');
    await page.getByLabel('Image URL').fill(url);
    await page.getByRole('button', { name: 'Fetch' }).click();
    expect(await alertText(page)).toMatch(words);
    expect(await page.getByText(/^Error ID: /).innerText()).toMatch(new RegExp(`^Error ID: [0-9a-f-]{36} · ${code}$`));
    await photograph(page, 'failed-url-1440');
  });

  test("an address pasted on the page is tried, and its error is shown in the page's language", async () => {
    const page = await visitor.open('/es', { locale: 'es-ES' });
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'http://127.0.0.1:9/a.png');
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
    });
    expect(await alertText(page)).toMatch(/No podemos entrar en esa dirección/);
  });
});

/** `networkidle` happens once a page, before it preloads others. */
async function untilNothingIsFetched(page: Page): Promise<void> {
  const fetched = (): Promise<number> => page.evaluate(() => performance.getEntriesByType('resource').length);
  for (let before = -1, now = await fetched(); now !== before; now = await fetched()) {
    before = now;
    await page.waitForTimeout(1_000);
  }
}

// A healthy server never answers like this, so real answers are changed on their way.
describe('network and server failures', () => {
  test('a picture added offline is shown as waiting, and is sent once, automatically', async () => {
    const page = await visitor.open('/upload');
    const keys = new Set<string | undefined>();
    await page.route('**/api/transaction/?*', async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      await route.abort('connectionfailed');
    });
    await choose(page, duckPath);
    await page.getByText('No connection. The picture is kept here and sent as soon as there is one.').waitFor();
    await page.getByRole('img', { name: 'Your picture' }).waitFor();
    await photograph(page, 'upload-offline-1440');
    await page.unroute('**/api/transaction/?*');
    await page.getByRole('slider').waitFor({ timeout: 90_000 });
    // The picture appears before the server answers, its cut-out last.
    const marks = await page.evaluate(() =>
      performance.getEntriesByType('mark').flatMap(({ name }) => (name.startsWith('upload:') ? [name.slice(7)] : [])),
    );
    expect(marks).toEqual(['given', 'shown', 'taken', 'cut-out']);
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test('regression: a picture chosen offline on the home page waits on the upload page, and is sent later', async () => {
    const page = await visitor.open('/');
    // No pointer or key has touched the page.
    await page.waitForResponse(/UploadPage-[^/]*\.js$/);
    await untilNothingIsFetched(page);
    await page.context().setOffline(true);
    await choose(page, duckPath);
    await page.getByText('No connection. The picture is kept here and sent as soon as there is one.').waitFor();
    await photograph(page, 'home-offline');
    await page.context().setOffline(false);
    await page.getByRole('slider').waitFor({ timeout: 90_000 });
  });

  test('regression: a picture chosen before the upload page is loaded was lost when its code could not be', async () => {
    const page = await visitor.blank();
    const code = /UploadPage-[^/]*\.js$/;
    await page.route(code, (route) => route.abort());
    await page.route('**/api/transaction/?*', (route) => route.abort('connectionfailed'));
    await page.goto(visitor.url());
    await choose(page, duckPath);
    await page.getByRole('heading', { name: 'Loading Error' }).waitFor();
    expect(await page.getByRole('button', { name: 'Refresh' }).isDisabled()).toBe(true);
    expect(await page.getByRole('link', { name: 'Home' }).isDisabled()).toBe(true);
    await page.unroute(code);
    await page.unroute('**/api/transaction/?*');
    await page.getByRole('slider').waitFor({ timeout: 90_000 });
  });

  test('regression: a save asked for without a connection put an error page in place of the picture', async () => {
    const page = await visitor.open('/upload');
    await page.route('**/assets/AuthModal-*.js', (route) => route.abort());
    await choose(page, duckPath);
    await page.getByRole('slider').waitFor({ timeout: 90_000 });
    const save = page.getByRole('button', { name: /^Save in HD/ });
    await save.click();
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    expect(await save.isVisible()).toBe(true);

    // Usually the dialog is there before the connection is lost.
    await page.unroute('**/assets/AuthModal-*.js');
    await page.reload();
    await page.mouse.move(300, 300);
    await page.waitForResponse(/AuthModal-[^/]*\.js$/);
    await untilNothingIsFetched(page);
    await page.context().setOffline(true);
    await save.click();
    await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
    await page.context().setOffline(false);
  });

  test('a visitor who never logged in causes no 401 in the console', async () => {
    const page = await visitor.open('/404');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/user/me')) asked.push(page.url());
    });
    for (const path of ['/', '/upload', '/ar', '/app/editor']) {
      await page.goto(visitor.url() + path);
      await page.locator('h1').waitFor();
    }
    expect(asked).toEqual([]);
  });

  test('the English page fetches no Arabic typeface', async () => {
    const page = await visitor.open('/404');
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
    });
    await page.goto(visitor.url(), { waitUntil: 'networkidle' });
    expect(fonts.filter((path) => path.includes('readex'))).toEqual([]);
    await page.goto(`${visitor.url()}/ar`, { waitUntil: 'networkidle' });
    expect(fonts.filter((path) => path.includes('readex')).length).toBeGreaterThan(0);
  });

  test('a cut-out that is missing twice is "Transformed item not found"', async () => {
    const page = await visitor.open('/upload');
    let looks = 0;
    await withAnswers(page, (view) => {
      looks++;
      return { ...view, status: 'UPLOADED', pipeline: { original: { id: view['id'] } } };
    });
    await choose(page, duckPath);
    expect(await alertText(page)).toMatch(/Transformed item not found/);
    expect(looks).toBe(2);
  });

  test('a transaction that failed without a reason is "Upload error"', async () => {
    const page = await visitor.open('/upload');
    await withAnswers(page, (view) => ({ ...view, status: 'UPLOAD_ERROR', error: null }));
    await choose(page, duckPath);
    expect(await alertText(page)).toMatch(/Upload error/);
  });

  test('a picture without a subject shows that', async () => {
    const page = await visitor.open('/upload');
    const error = { errorCode: 'subject_not_found', message: 'No subject' };
    await withAnswers(page, (view) => ({ ...view, status: 'UPLOAD_ERROR', error }));
    await choose(page, duckPath);
    expect(await alertText(page)).toMatch(/No subject was found in this picture/);
    await photograph(page, 'failed-no-subject-1440');
  });

  test('stops waiting for a PENDING picture after 60 seconds', async () => {
    const page = await visitor.open('/upload');
    await page.clock.install();
    await withAnswers(page, (view) => ({ ...view, status: 'PENDING', pipeline: { original: { id: view['id'] } } }));
    await choose(page, duckPath);
    await page.getByRole('heading', { name: 'Removing the background' }).waitFor();
    // Step by step, because each wait begins only after the previous answer.
    for (let passed = 0; passed < 66; passed++) {
      await page.clock.runFor(1000);
      if (await page.getByRole('alert').filter({ hasText: /\S/ }).isVisible()) break;
    }
    expect(await alertText(page)).toMatch(/Transaction took too long to process/);
  });

  test('a part of the app that fails to load asks for a refresh', async () => {
    const page = await visitor.open('/');
    await page.route('**/assets/UploadPage-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Upload a picture' }).click();
    await page.getByRole('heading', { name: 'Loading Error' }).waitFor();
    expect(await page.getByRole('button', { name: 'Refresh' }).isVisible()).toBe(true);
  });

  test.each(['abort', 'missing'])('regression: texts that fail to load (%s) ask for a refresh too', async (how) => {
    const page = await visitor.blank();
    await page.route(/\/en\/bench\.json$/, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 404 }),
    );
    await page.goto(visitor.url());
    await page.getByRole('link', { name: 'Upload a picture' }).click();
    await page.getByRole('heading', { name: 'Loading Error' }).waitFor();
  });
});
