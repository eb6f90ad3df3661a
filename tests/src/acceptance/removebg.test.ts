/** The remove.bg interface, with its unmodified npm client and with other clients' requests. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readZip } from '../support/zip.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { bytesOf, openRemoveBg, refusalOf, type RemoveBgClient } from '../support/removebg.ts';

const CREDITS = 20;
const run = promisify(execFile);

let product: Installation;
let api: RemoveBgClient;
let key: string;
let picture: Buffer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'removebg-'));
  product = await startInstallation({}, join(folder, 'data'));
  api = await openRemoveBg(product, CREDITS);
  ({ key } = api);
  picture = await photo({ width: 1200, height: 900 });
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

type BodyKind = 'multipart' | 'urlencoded' | 'JSON';

/** The same call in each form of body that clients send. */
function sendAs(kind: BodyKind, fields: Record<string, string> = {}): Promise<Response> {
  if (kind === 'multipart') return api.send(picture, fields);
  const all = { ...fields, image_file_b64: picture.toString('base64') };
  return fetch(`${product.url}/v1.0/removebg`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...(kind === 'JSON' ? { 'content-type': 'application/json' } : {}) },
    body: kind === 'JSON' ? JSON.stringify(all) : new URLSearchParams(all),
  });
}

/** Bounding box of the non-transparent pixels. */
async function subjectIn(bytes: Buffer): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const box = { left: info.width, top: info.height, right: 0, bottom: 0 };
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[(y * info.width + x) * 4 + 3] ?? 0) < 13) continue;
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return box;
}

/** Runs a function of the npm package in a process whose connections to api.remove.bg come here. */
async function client(call: string, options: object): Promise<{ ok?: object; failed?: unknown }> {
  const redirect = fileURLToPath(new URL('../support/remove-bg-client.cjs', import.meta.url));
  const script = `require('remove.bg')[${JSON.stringify(call)}](${JSON.stringify(options)}).then(
    ({ base64img, ...ok }) => console.log(JSON.stringify({ ok })), (failed) => console.log(JSON.stringify({ failed })))`;
  const { stdout } = await run(process.execPath, ['--require', redirect, '-e', script], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, PRODUCT_PORT: new URL(product.url).port },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { ok?: object; failed?: unknown };
}

describe('npm remove.bg 1.3.0, unmodified', () => {
  test('a file, and base64', async () => {
    const [path, outputFile] = [join(folder, 'in.jpg'), join(folder, 'out.png')];
    await writeFile(path, picture);
    const made = await client('removeBackgroundFromImageFile', { path, apiKey: key, size: 'regular', outputFile });
    expect(made.failed).toBeUndefined();
    expect(made.ok).toMatchObject({ creditsCharged: '0', detectedType: 'other' });
    expect(await sharp(await readFile(outputFile)).metadata()).toMatchObject({
      format: 'png',
      hasAlpha: true,
      width: 500,
    });

    const base64img = picture.toString('base64');
    const again = await client('removeBackgroundFromImageBase64', { base64img, apiKey: key, size: 'full', outputFile });
    expect(again.ok).toMatchObject({ creditsCharged: '1' });
    expect(await sharp(await readFile(outputFile)).metadata()).toMatchObject({ width: 1200, height: 900 });
  });

  test('an address that the server does not fetch from', async () => {
    const { failed } = await client('removeBackgroundFromImageUrl', { url: 'http://127.0.0.1/a.jpg', apiKey: key });
    expect(failed).toMatchObject([{ code: 'failed_image_download' }]);
  });

  test('a wrong key', async () => {
    const { failed } = await client('removeBackgroundFromImageBase64', { base64img: 'aaaa', apiKey: 'wrong' });
    expect(failed).toMatchObject([{ code: 'auth_failed' }]);
  });
});

test('base64 in JSON of any content type, with a data prefix and unset values', async () => {
  const body = JSON.stringify({
    image_file_b64: `data:image/jpeg;base64,${picture.toString('base64')}`,
    size: 'preview',
    bg_color: '',
    roi: 'undefined',
    crop: 'false',
    nested: { a: ['b'] },
  });
  for (const type of ['text/plain', 'application/json']) {
    const answer = await fetch(`${product.url}/v1.0/removebg`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': type, accept: 'application/json' },
      body,
    });
    const { data } = await bodyOf<{ data: { result_b64: string; foreground_width: number } }>(answer);
    expect(await sharp(Buffer.from(data.result_b64, 'base64')).metadata()).toMatchObject({ width: 500, height: 375 });
    expect(data.foreground_width).toBe(Number(answer.headers.get('x-foreground-width')));
    expect(data.foreground_width).toBeGreaterThan(100);
  }
  const urlencoded = new URLSearchParams({ image_file_b64: picture.toString('base64'), format: 'jpg' });
  const answer = await fetch(`${product.url}/v1.0/removebg`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: urlencoded,
  });
  expect((await sharp(await bytesOf(answer)).metadata()).format).toBe('jpeg');
});

/** Sum of all alphas. */
function opacity(pixels: Buffer = Buffer.alloc(0)): number {
  let sum = 0;
  for (const value of pixels) sum += value;
  return sum;
}

const KINDS: readonly BodyKind[] = ['multipart', 'urlencoded', 'JSON'];

test.each(KINDS)('crop, margins, scale and position are measured in the pixels of the result, by %s', async (kind) => {
  const send = (_picture: Buffer, fields: Record<string, string>) => sendAs(kind, fields);
  const cropped = await sharp(await bytesOf(await send(picture, { crop: 'true' }))).metadata();
  const box = { width: cropped.width, height: cropped.height };
  const padded = await sharp(
    await bytesOf(await send(picture, { crop: 'true', crop_margin: '10px 20px 30px 40px' })),
  ).metadata();
  expect([padded.width, padded.height]).toEqual([box.width + 60, box.height + 40]);
  const relative = await sharp(await bytesOf(await send(picture, { crop: '1', crop_margin: '50%' }))).metadata();
  expect(Math.abs(relative.width - 2 * box.width)).toBeLessThanOrEqual(2);

  const scaled = await subjectIn(await bytesOf(await send(picture, { scale: '50%' })));
  const fits = Math.max((scaled.right - scaled.left) / 500, (scaled.bottom - scaled.top) / 375);
  expect(Math.abs(fits - 0.5)).toBeLessThan(0.02);
  expect(Math.abs(scaled.left + scaled.right - 500)).toBeLessThanOrEqual(4);

  const corner = await subjectIn(await bytesOf(await send(picture, { scale: '40%', position: '0% 100%' })));
  expect(corner.left).toBeLessThanOrEqual(2);
  expect(corner.bottom).toBeGreaterThanOrEqual(373);
});

test.each(KINDS)('a part of the picture, a shadow and a size are in the pixels of the result, by %s', async (kind) => {
  const whole = await subjectIn(await bytesOf(await sendAs(kind)));
  const part = await subjectIn(await bytesOf(await sendAs(kind, { roi: '0% 0% 50% 100%' })));
  expect(whole.right).toBeGreaterThan(260);
  // A region's cut edge is soft.
  expect(part.right).toBeLessThanOrEqual(260);
  const [plain, shadowed] = await Promise.all(
    [{}, { add_shadow: 'true', shadow_opacity: '90' }].map(async (fields) =>
      sharp(await bytesOf(await sendAs(kind, fields)))
        .extractChannel('alpha')
        .raw()
        .toBuffer(),
    ),
  );
  expect(opacity(shadowed)).toBeGreaterThan(opacity(plain) * 1.01);
  for (const [format, type] of [
    ['webp', 'webp'],
    ['jpg', 'jpeg'],
  ] as const) {
    expect((await sharp(await bytesOf(await sendAs(kind, { format }))).metadata()).format).toBe(type);
  }
  const answer = await sendAs(kind, { size: 'gigantic' });
  expect(await refusalOf(answer)).toBe('400 invalid_size');
});

test.each(KINDS)('colours, mattes and archives, by %s', async (kind) => {
  const send = (_picture: Buffer, fields: Record<string, string>) => sendAs(kind, fields);
  const coloured = await send(picture, { bg_color: '81d4fa' });
  expect(coloured.headers.get('content-type')).toBe('image/jpeg');
  const pixels = await sharp(await bytesOf(coloured))
    .raw()
    .toBuffer();
  expect([...pixels.subarray(0, 3)].map((value, at) => Math.abs(value - [0x81, 0xd4, 0xfa][at]!) < 6)).toEqual([
    true,
    true,
    true,
  ]);
  const named = await send(picture, { bg_color: 'rebeccapurple', format: 'png' });
  const [red, green, blue] = await sharp(await bytesOf(named))
    .raw()
    .toBuffer();
  expect([red, green, blue]).toEqual([0x66, 0x33, 0x99]);
  const matte = await sharp(await bytesOf(await send(picture, { channels: 'alpha' }))).metadata();
  expect(matte).toMatchObject({ format: 'png', channels: 1 });
  const zip = await send(picture, { format: 'zip' });
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect([...readZip(await bytesOf(zip)).keys()]).toEqual(['color.jpg', 'alpha.png']);
});

test('errors have the statuses, codes and form that clients know', async () => {
  const refused: Record<string, string> = {};
  const ask = async (name: string, answer: Promise<Response>) => (refused[name] = await refusalOf(await answer));
  await ask('no key', api.send(picture, {}, { withKey: '' }));
  await ask('wrong key', api.send(picture, {}, { withKey: 'abc' }));
  await ask(
    'no picture',
    fetch(`${product.url}/v1.0/removebg`, { method: 'POST', headers: { 'x-api-key': key }, body: '{}' }),
  );
  await ask('two pictures', api.send(picture, { image_url: 'https://example.com/a.jpg' }));
  await ask('no image', api.send(Buffer.from('hello, I am a text')));
  await ask('too large', api.send(Buffer.alloc(25 * 1024 * 1024 + 1)));
  await ask('colour', api.send(picture, { bg_color: 'no colour' }));
  await ask('backgrounds', api.send(picture, { bg_color: 'red', bg_image_url: 'https://example.com/a.jpg' }));
  await ask('empty roi', api.send(picture, { roi: '100 100 100 200' }));
  await ask('roi outside', api.send(picture, { roi: '0 0 5000px 10' }));
  await ask('size', api.send(picture, { size: 'gigantic' }));
  await ask(
    'private address',
    fetch(`${product.url}/v1.0/removebg`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify({ image_url: 'http://127.0.0.1/a.jpg' }),
    }),
  );
  await ask(
    'not JSON',
    fetch(`${product.url}/v1.0/removebg`, { method: 'POST', headers: { 'x-api-key': key }, body: '{"image' }),
  );
  await ask(
    'improve',
    fetch(`${product.url}/v1.0/improve`, { method: 'POST', headers: { 'x-api-key': key }, body: '{}' }),
  );
  expect(refused).toEqual({
    'no key': '403 auth_failed',
    'wrong key': '403 auth_failed',
    'no picture': '400 missing_source',
    'two pictures': '400 multiple_sources',
    'no image': '400 invalid_file_type',
    'too large': '400 file_too_large',
    colour: '400 invalid_bg_color',
    backgrounds: '400 multiple_bg_sources',
    'empty roi': '400 roi_region_empty',
    'roi outside': '400 roi_exceeds_bounds',
    size: '400 invalid_size',
    'private address': '400 failed_image_download',
    'not JSON': '400 invalid_parameters',
    improve: '403 improvements_off',
  });
  expect(await product.spooled()).toEqual([]);
});

test('the key is in no table, log or file name afterwards', async () => {
  const inAddress = await fetch(`${product.url}/v1.0/account?api_key=${key}`);
  expect(await refusalOf(inAddress)).toBe('400 api_key_in_address');
  const tables = await product.database.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const holding: string[] = [];
  for (const { name } of tables) {
    const rows = await product.database.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [`%${key}%`]);
    if (rows.length > 0) holding.push(name);
  }
  const logs = join(folder, 'data', 'logs');
  for (const name of await readdir(logs)) {
    if ((await readFile(join(logs, name), 'utf8')).includes(key)) holding.push(name);
  }
  expect((await readdir(logs)).length).toBeGreaterThan(0);
  holding.push(...(await product.blobs()).filter((name) => name.includes(key)));
  expect(holding).toEqual([]);
});
