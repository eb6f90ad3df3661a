/** The remove.bg interface, as clients other than its npm package read it. */
import type { CreateKeyBody } from '@clearcut/schemas/api-keys/http';
import axios from 'axios';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

let product: Installation;
let saver: Saver;
let key: string;
let picture: Buffer;

beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, 2);
  key = await newKey();
  picture = await photo({ width: 800, height: 600 });
});
afterAll(() => product.stop());

async function newKey(body: Partial<CreateKeyBody> = {}): Promise<string> {
  return (await createKey(saver.person, body)).key;
}

function formOf(fields: Record<string, string>, bytes: Buffer | null = picture): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes !== null) form.append('image_file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  return form;
}

const post = (
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  bytes: Buffer | null = picture,
) =>
  fetch(`${product.url}/v1.0/removebg`, {
    method: 'POST',
    headers: { 'x-api-key': key, ...headers },
    body: formOf(fields, bytes),
  });

interface Failure {
  readonly errors: readonly { readonly title: string; readonly detail: string; readonly code: string }[];
}
const failureOf = async (answer: Response) => (await bodyOf<Failure>(answer)).errors[0];

test("axios, as called in remove.bg's documentation, gets bytes", async () => {
  const { data, headers } = await axios.post<ArrayBuffer>(`${product.url}/v1.0/removebg`, formOf({ size: 'preview' }), {
    headers: { 'X-Api-Key': key },
    responseType: 'arraybuffer',
  });
  expect(headers['content-type']).toBe('image/png');
  expect((await sharp(Buffer.from(data)).metadata()).format).toBe('png');
});

test.for([
  ['n8n', 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7'],
  ["a caller of Photoroom's", 'image/png, application/json'],
] as const)('%s gets bytes', async ([, accept]) => {
  const answer = await post({}, { accept });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  await answer.arrayBuffer();
});

test("regression: every response has the key's limit, in both families of headers", async () => {
  const limited = await newKey({ limits: { requestsPerMinute: 40, creditsPerDay: null, creditsPerMonth: null } });
  const answers = [
    await post({}, { 'x-api-key': limited }),
    await post({ size: 'gigantic' }, { 'x-api-key': limited }),
    await fetch(`${product.url}/v1.0/account`, { headers: { 'x-api-key': limited } }),
    await fetch(`${product.url}/v1/pictures/`, { method: 'POST', headers: { 'x-api-key': limited }, body: formOf({}) }),
  ];
  for (const { headers } of answers) {
    const remaining = headers.get('x-ratelimit-remaining');
    expect(headers.get('x-ratelimit-limit')).toBe('40');
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=40;w=60');
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"minute";r=${remaining};t=\\d+$`));
    const resetIn = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(resetIn).toBeGreaterThan(-5);
    expect(resetIn).toBeLessThanOrEqual(60);
  }
  const counts = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(counts.every((count) => count >= 36 && count < 40)).toBe(true);
});

test('auto gives a preview, and says why, if no credit is available', async () => {
  const withoutSaves = await newKey({ scopes: ['pictures:write'] });
  const { person } = await newSaver(product, 0);
  const { key: poor } = await createKey(person, { label: 'Poor' });
  for (const [withKey, reason] of [
    [withoutSaves, 'api_key_scope_missing'],
    [poor, 'no_credits'],
  ] as const) {
    const answer = await post({ size: 'auto' }, { 'x-api-key': withKey });
    expect([answer.status, answer.headers.get('x-preview-reason')]).toEqual([200, reason]);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(500);
  }
  expect((await post({ size: 'full' }, { 'x-api-key': poor })).status).toBe(402);
});

/** Credits and free calls. */
async function readAccount(withKey: string) {
  const answer = await fetch(`${product.url}/v1.0/account`, { headers: { 'x-api-key': withKey } });
  const { data } = await bodyOf<{ data: { attributes: { credits: { total: number }; api: { free_calls: number } } } }>(
    answer,
  );
  return [data.attributes.credits.total, data.attributes.api.free_calls];
}

test('free calls are limited previews, and a test key has no credits', async () => {
  expect(await readAccount(key)).toEqual([2, 500]);
  const test = await newKey({ mode: 'test' });
  expect(await readAccount(test)).toEqual([0, 100]);
  await (await post({}, { 'x-api-key': test })).arrayBuffer();
  expect(await readAccount(test)).toEqual([0, 99]);
});

const REFUSED: readonly (readonly [Record<string, string>, string])[] = [
  [{ bg_image_url: 'http://127.0.0.1/b.jpg' }, 'failed_bg_download'],
  [{ bg_image_url: 'no address' }, 'invalid_bg_image_url'],
  [{ image_url: 'no address' }, 'multiple_sources'],
  [{ crop: 'bogus' }, 'invalid_crop'],
  [{ add_shadow: 'bogus' }, 'invalid_add_shadow'],
  [{ semitransparency: 'bogus' }, 'invalid_semitransparency'],
  [{ size: '__proto__' }, 'invalid_size'],
  [{ size: 'constructor' }, 'invalid_size'],
];

test.for(REFUSED)('%j is refused with %s, with a short title and a sentence', async ([fields, code]) => {
  const answer = await post(fields);
  const failure = await failureOf(answer);
  expect([answer.status, failure?.code]).toEqual([400, code]);
  expect(failure?.title).not.toBe(failure?.detail);
  expect(failure?.title.length).toBeLessThan(45);
});

test('empty and damaged pictures have separate codes', async () => {
  expect((await failureOf(await post({}, {}, Buffer.alloc(0))))?.code).toBe('missing_source');
  const encoded = await post({ image_file_b64: '%%%' }, {}, null);
  expect((await failureOf(encoded))?.code).toBe('invalid_file_type');
  const [start] = [picture.subarray(0, 200)];
  expect((await failureOf(await post({}, {}, start)))?.code).toBe('failed_to_read_image');
});

test('refuses unknown addresses, other methods and missing keys in the interface’s form', async () => {
  const nowhere = await fetch(`${product.url}/v1.0/nowhere`, { headers: { accept: 'text/html' } });
  expect([nowhere.status, (await failureOf(nowhere))?.code]).toEqual([404, 'not_found']);
  const method = await fetch(`${product.url}/v1.0/removebg`);
  expect([method.status, (await failureOf(method))?.code, method.headers.get('allow')]).toEqual([
    405,
    'method_not_allowed',
    'POST',
  ]);
  const other = await fetch(`${product.url}/api/remove`, { method: 'PUT' });
  expect([other.status, await other.json()]).toEqual([405, { detail: expect.any(String) as string }]);
  const keyless = await fetch(`${product.url}/v1/account/`);
  expect([keyless.status, keyless.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="clearcut"']);
});

const ask = (from: string, path = '/v1.0/removebg') =>
  fetch(`${product.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin: from, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
  });

test('only pages of an origin that a key names may use it', async () => {
  const origin = 'https://plugin.example';
  const shared = await newKey({ origins: [origin] });
  for (const path of ['/v1.0/removebg', '/v1/pictures/']) {
    const allowed = await ask(origin, path);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-api-key');
    expect((await ask('https://evil.example', path)).headers.get('access-control-allow-origin')).toBeNull();
  }
  const used = await post({}, { origin, 'x-api-key': shared });
  expect(used.headers.get('access-control-allow-origin')).toBe(origin);
  expect(used.headers.get('access-control-expose-headers')).toContain('x-credits-charged');
  await used.arrayBuffer();
  const stranger = await post({}, { origin: 'https://evil.example', 'x-api-key': shared });
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  const other = await post({}, { origin, 'x-api-key': key });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  const refused = await saver.person.send('POST', '/api/keys/', { label: 'Bad', origins: ['https://a.example/path'] });
  expect(refused.status).toBe(400);
});

const segment = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(`${product.url}/v1/segment`, {
    method: 'POST',
    headers: { 'x-api-key': key, accept: 'image/png, application/json', ...headers },
    body: formOf(fields),
  });

test("a caller of Photoroom's /v1/segment gets the full-size PNG for a credit, and its form of errors", async () => {
  const full = await segment();
  expect([full.status, full.headers.get('content-type'), full.headers.get('x-credits-charged')]).toEqual([
    200,
    'image/png',
    '1',
  ]);
  expect(await sharp(Buffer.from(await full.arrayBuffer())).metadata()).toMatchObject({
    width: 800,
    height: 600,
    hasAlpha: true,
  });
  const again = await segment({ size: 'hd', channels: 'rgba', crop: 'false', format: 'webp' });
  expect([again.headers.get('content-type'), again.headers.get('x-credits-charged')]).toEqual(['image/webp', '0']);
  await again.arrayBuffer();
  const { result_b64: encoded } = await bodyOf<{ result_b64: string }>(
    await segment({ size: 'preview' }, { accept: 'application/json' }),
  );
  expect((await sharp(Buffer.from(encoded, 'base64')).metadata()).width).toBe(500);
  const wrong = await segment({ size: 'gigantic' });
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { detail: expect.stringContaining('size') as string, status_code: 400, type: 'invalid_size' },
  ]);
  const stranger = await segment({}, { 'x-api-key': 'wrong' });
  expect([stranger.status, await stranger.json()]).toMatchObject([403, { status_code: 403, type: 'auth_failed' }]);
});
