import { randomBytes } from 'node:crypto';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, bodyOf, cookieOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { figure, photo, pngOfSize } from '../support/pictures.ts';

let product: Installation;
let client: Client;
beforeAll(async () => {
  product = await sharedInstallation();
  client = createClient(product.url, { clientId: 'uploader-of-these-tests' });
});
afterAll(() => product.stop());
afterEach(async () => expect(await product.spooled()).toEqual([]));

test('a photo becomes a PNG with alpha, and its original stays unchanged', async () => {
  const bytes = await photo({ width: 800, height: 600 });
  const view = await client.process(bytes, 'Jarrón rojo.jpg');
  expect(view).toMatchObject({
    status: 'UPLOADED',
    originalFileName: 'Jarrón rojo.jpg',
    settings: {},
    error: null,
    width: 800,
    height: 600,
  });
  expect(view.pipeline.original.id).not.toBe(view.pipeline.transformed?.id);
  expect(Date.parse(view.expiresAt) - Date.parse(view.createdAt)).toBe(24 * 60 * 60 * 1000);

  const cutOut = await client.get(`/api/transaction/${view.id}/download/low/`);
  expect(cutOut.headers.get('content-type')).toBe('image/png');
  expect(cutOut.headers.get('content-disposition')).toBe(
    `attachment; filename="Jarron rojo-clearcut.png"; filename*=UTF-8''Jarr%C3%B3n%20rojo-clearcut.png`,
  );
  const png = sharp(Buffer.from(await cutOut.arrayBuffer()));
  expect(await png.metadata()).toMatchObject({ format: 'png', hasAlpha: true, width: 500, height: 375 });
  const { channels } = await png.stats();
  expect(channels[3]).toMatchObject({ min: 0, max: 255 });

  const original = await client.get(`/api/transaction/${view.id}/proxy/image/`);
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(original.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
  });
  const etag = original.headers.get('etag') ?? '';
  expect((await client.get(`/api/transaction/${view.id}/proxy/image`, { 'if-none-match': etag })).status).toBe(304);
});

test('the bytes decide the type, whatever the client claims', async () => {
  const bytes = await photo();
  for (const type of ['text/html', 'application/json', 'nonsense']) {
    const uploaded = await client.upload(bytes, { name: 'picture.svg', type });
    expect(uploaded.status, type).toBe(201);
    const { id } = await bodyOf<UploadAnswer>(uploaded);
    const original = await client.get(`/api/transaction/${id}/proxy/image/`);
    expect(original.headers.get('content-type')).toBe('image/jpeg');
    await original.body?.cancel();
  }
});

test('the session cookie is hidden from scripts, and persists', async () => {
  const first = await client.upload(await photo());
  expect(first.status).toBe(201);
  expect(first.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^clearcut_session=[\w-]{43}\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const again = createClient(product.url, { clientId: 'uploader-of-these-tests', cookie: cookieOf(first) });
  const second = await again.upload(await photo());
  expect(second.headers.getSetCookie()).toEqual([]);
  const [one, two] = await Promise.all([first, second].map((answer) => bodyOf<UploadAnswer>(answer)));
  expect(one?.status).toBe('PENDING');
  expect(two?.session_id).toBe(one?.session_id);
});

describe('pictures of all kinds come out upright and at the right size', () => {
  const portrait = { width: 240, height: 320 };
  const kinds: Record<string, () => Promise<Buffer>> = {
    'EXIF-rotated JPEG': () => figure({ width: 320, height: 240 }).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'CMYK JPEG': () => figure(portrait).toColourspace('cmyk').jpeg().toBuffer(),
    'progressive JPEG': () => figure(portrait).jpeg({ progressive: true }).toBuffer(),
    'greyscale JPEG': () => figure(portrait).greyscale().jpeg().toBuffer(),
    '16-bit PNG': () => figure(portrait).toColourspace('rgb16').png().toBuffer(),
    'PNG with a palette': () => figure(portrait).png({ palette: true }).toBuffer(),
    'JPEG with an ICC profile': () => figure(portrait).withIccProfile('p3').jpeg().toBuffer(),
    'PNG that is transparent already': async () => {
      const { data, info } = await figure(portrait).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      for (let pixel = 0; pixel < info.width * 80; pixel += 1) data[pixel * 4 + 3] = 0;
      return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
        .png()
        .toBuffer();
    },
    'animated WEBP': async () => {
      const frame = await figure(portrait).png().toBuffer();
      return sharp([frame, frame], { join: { animated: true } })
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer();
    },
  };

  test.each(Object.keys(kinds))('%s', async (kind) => {
    const bytes = await kinds[kind]?.();
    if (bytes === undefined) throw new Error(`There is no ${kind}`);
    const view = await client.process(bytes, kind);
    expect(view, JSON.stringify(view.error)).toMatchObject({ status: 'UPLOADED', ...portrait });
    const cutOut = await client.get(`/api/transaction/${view.id}/download/low/`);
    const png = await sharp(Buffer.from(await cutOut.arrayBuffer())).metadata();
    expect(png).toMatchObject({ format: 'png', hasAlpha: true, ...portrait });
    expect(png.pages ?? 1).toBe(1);
    // The figure is taller than wide, so a sideways cut-out would show.
    expect(png.orientation ?? 1).toBe(1);
  });
});

/** Recorded uploads and what was stored for them, without later results of earlier ones. */
const kept = async () => ({
  uploads: await product.uploads(),
  originals: (await product.blobs()).filter((path) => path.includes('/original')),
  names: await product.fileNames(),
});

async function leavesNothing(request: () => Promise<Response>): Promise<string> {
  const before = await kept();
  const error = await errorOf(await request());
  expect(await kept()).toEqual(before);
  return error;
}

describe('a file that is not a picture is clearly refused and not stored', () => {
  const files: [string, string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['an empty body', '400 file_empty', () => new Uint8Array()],
    ['a text file named .png', '415 file_type_unsupported', () => Buffer.from('This is text.')],
    ['a truncated JPEG', '422 file_corrupt', async () => (await photo()).subarray(0, -200)],
    ['a 30 MB file', '413 file_too_large', () => randomBytes(30_000_000)],
    ['one byte too many', '413 file_too_large', () => Buffer.concat([Buffer.alloc(MAX_UPLOAD_BYTES), Buffer.alloc(1)])],
    ['a bomb of 20,000 x 20,000 pixels', '422 image_too_many_pixels', () => pngOfSize(20_000, 20_000)],
    [
      'an SVG',
      '415 file_type_unsupported',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a GIF', '415 file_type_unsupported', () => figure().gif().toBuffer()],
  ];
  const addresses: [unknown, string][] = [
    ['http://127.0.0.1/a.png', '422 url_forbidden'],
    ['http://169.254.169.254/latest/meta-data/', '422 url_forbidden'],
    ['http://[::1]/a.png', '422 url_forbidden'],
    ['http://[::ffff:127.0.0.1]/a.png', '422 url_forbidden'],
    ['http://2130706433/a.png', '422 url_forbidden'],
    ['http://localhost/a.png', '422 url_forbidden'],
    ['http://10.0.0.1/a.png', '422 url_forbidden'],
    ['http://name.invalid/a.png', '422 url_unreachable'],
    ['ftp://example.com/a.png', '400 url_invalid'],
    ['not an address', '400 url_invalid'],
    ['', '400 url_required'],
    [undefined, '400 url_required'],
    [7, '400 url_required'],
  ];

  test.each(files)('%s: %s', async (_, error, make) => {
    const bytes = await make();
    expect(await leavesNothing(() => client.upload(bytes, { name: 'picture.png' }))).toBe(error);
  });

  test.each(addresses)('the address %j: %s', async (address, error) => {
    expect(await leavesNothing(() => client.uploadUrl(address))).toBe(error);
  });

  test('a missing or malformed client id', async () => {
    const bytes = await photo();
    expect(await leavesNothing(() => createClient(product.url, {}).upload(bytes))).toBe('400 client_id_required');
    const malformed = createClient(product.url, { clientId: 'two words' });
    expect(await leavesNothing(() => malformed.upload(bytes))).toBe('400 client_id_invalid');
  });

  test('regression: a client id that another program may share, since it opens the pictures', async () => {
    const bytes = await photo();
    for (const clientId of ['a', 'a7', 'x'.repeat(15)]) {
      const client = createClient(product.url, { clientId });
      expect(await leavesNothing(() => client.upload(bytes)), clientId).toBe('400 client_id_invalid');
      const listed = await fetch(`${product.url}/api/transaction/`, { headers: { 'client-id': clientId } });
      expect(await errorOf(listed), clientId).toBe('400 client_id_invalid');
    }
    const guess = createClient(product.url, { clientId: 'a7', cookie: cookieOf(await client.upload(bytes)) });
    expect(await errorOf(await guess.upload(bytes))).toBe('400 client_id_invalid');
  });

  test('an upload that ends too early', async () => {
    const before = await kept();
    const bytes = await photo();
    const abort = new AbortController();
    const request = fetch(`${product.url}/api/transaction/`, {
      method: 'POST',
      headers: { 'client-id': 'uploader-of-these-tests' },
      body: new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes.subarray(0, 2000)),
      }),
      duplex: 'half',
      signal: abort.signal,
    });
    await expect.poll(() => product.spooled()).toHaveLength(1);
    abort.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(() => product.spooled()).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  test('a picture without a subject has its own response', async () => {
    const blank = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#cccccc' } })
      .png()
      .toBuffer();
    const view: TransactionView = await client.process(blank);
    expect(view).toMatchObject({ status: 'UPLOAD_ERROR', error: { errorCode: 'subject_not_found' } });
    expect(await errorOf(await client.get(`/api/transaction/${view.id}/download/low/`))).toBe('409 image_failed');
  });
});
