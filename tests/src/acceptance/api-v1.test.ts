/** Pictures, saves, batches and keys under /v1. */
import { randomUUID } from 'node:crypto';
import type { CreatedKey, CreateKeyBody } from '@clearcut/schemas/api-keys/http';
import type { Picture, PictureSave } from '@clearcut/schemas/public-api/pictures';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { clean } from '../support/audits.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

const CREDITS = 20;
type Batch = { id: string; total: number; processing: number; ready: number; failed: number };
type Page = { pictures: Picture[]; nextCursor: string | null };

let product: Installation;
let saver: Saver;
let key: string;

beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, CREDITS);
  key = await newKey();
});
afterAll(() => product.stop());

async function newKey(body: Partial<CreateKeyBody> = {}, of = saver): Promise<string> {
  return (await createKey(of.person, body)).key;
}

interface Options {
  readonly body?: string | FormData;
  readonly headers?: Record<string, string>;
  readonly withKey?: string;
}

const call = (method: string, path: string, { body, headers, withKey = key }: Options = {}): Promise<Response> =>
  fetch(`${product.url}/v1/${path}`, {
    method,
    headers: {
      'x-api-key': withKey,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });

const inForm = (bytes: Buffer, fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  return form;
};

const WAIT = { prefer: 'wait=55' };

async function upload(bytes: Buffer, options: Options & { fields?: Record<string, string> } = {}): Promise<Picture> {
  const { fields, headers, ...rest } = options;
  const answer = await call('POST', 'pictures', {
    body: inForm(bytes, fields),
    ...rest,
    headers: { ...WAIT, ...headers },
  });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return bodyOf<Picture>(answer);
}

const save = (id: string, options: Options = {}) => call('POST', `pictures/${id}/saves`, options);
const balance = async () => (await bodyOf<{ credits: number }>(await call('GET', 'account'))).credits;

test('a file becomes an HD PNG in three calls', async () => {
  const before = await balance();
  const picture = await upload(await photo({ width: 1200, height: 900 }), { fields: { name: 'Chair.jpg' } });
  expect(picture).toMatchObject({ status: 'ready', name: 'Chair.jpg', width: 1200, height: 900, save: null });

  const saved = await save(picture.id);
  expect(saved.status).toBe(200);
  const answer = await bodyOf<PictureSave>(saved);
  expect(answer).toMatchObject({ status: 'completed', creditsCharged: 1, creditsLeft: before - 1 });
  expect(saved.headers.get('x-credits-charged')).toBe('1');
  expect(saved.headers.get('x-credits-left')).toBe(String(before - 1));

  const file = await call('GET', `pictures/${picture.id}/file?quality=hd`);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 900, hasAlpha: true });
  expect(bytes.length).toBe(answer.file?.bytes);

  expect(await bodyOf<PictureSave>(await save(picture.id))).toMatchObject({ id: answer.id, creditsCharged: 0 });
  expect(await bodyOf<PictureSave>(await save(picture.id, { body: 'null' }))).toMatchObject({ id: answer.id });
  expect(await balance()).toBe(before - 1);
});

test('a picture is answered at once, or once it is done if that is preferred', async () => {
  const bytes = await photo();
  const atOnce = await call('POST', 'pictures', { body: inForm(bytes), headers: { prefer: 'respond-async' } });
  const { id, status } = await bodyOf<Picture>(atOnce);
  expect(atOnce.status).toBe(202);
  expect(status).toBe('processing');
  expect(atOnce.headers.get('preference-applied')).toBe('respond-async');
  expect(atOnce.headers.get('location')).toBe(`/v1/pictures/${id}/`);
  const waited = await call('GET', `pictures/${id}`, { headers: WAIT });
  expect(waited.headers.get('preference-applied')).toBe('wait=55');
  expect(await bodyOf<Picture>(waited)).toMatchObject({ id, status: 'ready' });

  const recorded = await save(id, { headers: { prefer: 'respond-async' } });
  expect(recorded.status).toBe(202);
  expect(await bodyOf<PictureSave>(recorded)).toMatchObject({ status: 'processing', creditsCharged: 1, file: null });
  expect(await bodyOf<PictureSave>(await save(id))).toMatchObject({ status: 'completed', creditsCharged: 0 });
});

test('accepts base64 with a box in JSON; refuses what it does not understand and uploads nothing', async () => {
  const bytes = await photo({ width: 640, height: 480 });
  const fileBase64 = bytes.toString('base64');
  const body = JSON.stringify({ fileBase64, roi: [40, 30, 600, 450], name: 'Box' });
  const picture = await bodyOf<Picture>(await call('POST', 'pictures', { body, headers: WAIT }));
  expect(picture).toMatchObject({ name: 'Box', subject: { kind: 'box', x: 40, y: 30, width: 560, height: 420 } });

  const uploads = (await product.uploads()).length;
  const refused = async (fields: object) =>
    errorOf(await call('POST', 'pictures', { body: JSON.stringify({ fileBase64, ...fields }) }));
  expect([
    await refused({ roi: { x: 1 } }),
    await refused({ colour: 'red' }),
    await refused({ url: 'https://example.com/a.png' }),
    await refused({ roi: [0, 0, 5000, 10] }),
    await errorOf(await call('POST', 'pictures', { body: '{}' })),
    await errorOf(await call('POST', 'pictures', { body: JSON.stringify({ url: 'http://127.0.0.1/a.png' }) })),
    await errorOf(await call('POST', 'pictures', { body: inForm(Buffer.from('text')) })),
  ]).toEqual([
    '400 validation_failed',
    '400 validation_failed',
    '400 picture_required',
    '422 subject_outside',
    '400 picture_required',
    '422 url_forbidden',
    '415 file_type_unsupported',
  ]);
  expect(await product.uploads()).toHaveLength(uploads);
  expect(await product.spooled()).toEqual([]);
});

test('regression: an Idempotency-Key means one picture, name and webhook, and one save, quoted or not', async () => {
  const bytes = await photo();
  const [own, before] = [randomUUID(), await balance()];
  const first = await upload(bytes, { headers: { 'idempotency-key': own } });
  const second = await upload(bytes, { headers: { 'idempotency-key': `"${own}"` } });
  expect(second.id).toBe(first.id);
  const other = await call('POST', 'pictures', {
    body: inForm(await photo({ width: 333, height: 222 })),
    headers: { 'idempotency-key': own },
  });
  expect(await errorOf(other)).toBe('422 idempotency_key_reused');

  const headers = { 'idempotency-key': own };
  for (const fields of [{ name: 'other.jpg' }, { webhookUrl: 'https://example.com/hook' }]) {
    const changed = await call('POST', 'pictures', { body: inForm(bytes, fields), headers });
    expect(await errorOf(changed)).toBe('422 idempotency_key_reused');
  }
  const answers = await Promise.all([1, 2, 3].map(() => save(first.id, { headers })));
  const outcomes = await Promise.all(
    answers.map(async (answer) => (answer.status === 200 ? 'saved' : await errorOf(answer))),
  );
  expect(outcomes).toContain('saved');
  expect(outcomes.filter((one) => one !== 'saved' && one !== '409 idempotency_key_in_use')).toEqual([]);
  expect((await save(first.id, { headers })).status).toBe(200);
  expect(await balance()).toBe(before - 1);
});

test('refuses a request repeated while the first one is served, and accepts it afterwards', async () => {
  const { id } = await upload(await photo());
  const own = randomUUID();
  // As left by the first request on another process.
  await product.database.query(
    `INSERT INTO api_keys.under_way (id, request, until)
     SELECT sha256(convert_to($1, 'UTF8')), gen_random_uuid(), now() + interval '1 minute'`,
    [JSON.stringify([saver.userId, `/v1/pictures/${id}/saves`, own])],
  );
  const early = await save(id, { headers: { 'idempotency-key': own } });
  expect(early.headers.get('retry-after')).toBe('1');
  expect(await errorOf(early)).toBe('409 idempotency_key_in_use');
  await product.database.query(`UPDATE api_keys.under_way SET until = now() - interval '1 second'`);
  expect((await save(id, { headers: { 'idempotency-key': own } })).status).toBe(200);
  expect(await product.database.query('SELECT 1 FROM api_keys.under_way')).toEqual([]);
});

test('settings change the picture and its file, and a deleted picture is gone', async () => {
  const { id } = await upload(await photo());
  const background = { color: '#FF0000', id: null, base: false, blur: 0, blurWidth: 0 };
  const changed = await call('PATCH', `pictures/${id}/settings`, { body: JSON.stringify({ background }) });
  expect(await bodyOf<Picture>(changed)).toMatchObject({ id, settings: { background: { color: '#ff0000' } } });
  const jpg = await call('GET', `pictures/${id}/file?format=jpg`);
  const { data } = await sharp(Buffer.from(await jpg.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)].map((channel) => Math.round(channel / 64))).toEqual([4, 0, 0]);
  expect(await errorOf(await call('GET', `pictures/${id}/file?quality=hd`))).toBe('409 nothing_saved');

  const removals = [await call('DELETE', `pictures/${id}`), await call('DELETE', `pictures/${id}`)];
  expect(removals.map(({ status }) => status)).toEqual([204, 204]);
  expect(await errorOf(await call('GET', `pictures/${id}`))).toBe('404 picture_not_found');
});

test('a list continues where its page ended, despite uploads and deletions; a batch counts its own', async () => {
  const { id: batchId } = await bodyOf<Batch>(await call('POST', 'batches'));
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift((await upload(await photo(), { fields: { batchId } })).id);
  const pageAt = async (cursor: string): Promise<Page> =>
    bodyOf<Page>(await call('GET', `pictures?limit=2&batchId=${batchId}${cursor}`));
  const first = await pageAt('');
  expect(first.pictures.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  await upload(await photo(), { fields: { batchId } });
  const listed = await call('GET', `pictures?limit=2&batchId=${batchId}`);
  const link = listed.headers.get('link');
  const { nextCursor } = await bodyOf<Page>(listed);
  expect(link).toBe(`</v1/pictures/?limit=2&batchId=${batchId}&cursor=${nextCursor}>; rel="next"`);
  await call('DELETE', `pictures/${first.nextCursor}`);
  const second = await pageAt(`&cursor=${first.nextCursor}`);
  expect(second.pictures.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(second.nextCursor).toBeNull();
  expect(await bodyOf<Batch>(await call('GET', `batches/${batchId}`))).toEqual({
    id: batchId,
    total: 3,
    processing: 0,
    ready: 3,
    failed: 0,
  });

  const stranger = await newSaver(product, 0);
  const strange = await newKey({}, stranger);
  expect(await errorOf(await call('GET', `pictures/${ids[0]}`, { withKey: strange }))).toBe('404 picture_not_found');
  const lost = [
    call('GET', `pictures?cursor=${ids[0]}`, { withKey: strange }),
    call('GET', `pictures?cursor=${randomUUID()}`),
  ];
  for (const answer of lost) expect(await errorOf(await answer)).toBe('400 validation_failed');
  expect(await bodyOf<Batch>(await call('GET', `batches/${batchId}`, { withKey: strange }))).toMatchObject({
    total: 0,
  });
});

test('a key spends at most its daily limit and says what is left, and repeats of paid requests are not refused', async () => {
  const withKey = await newKey({ limits: { requestsPerMinute: 100, creditsPerDay: 1, creditsPerMonth: null } });
  const [one, other] = [await upload(await photo(), { withKey }), await upload(await photo(), { withKey })];
  const paid = await save(one.id, { withKey });
  expect(paid.status).toBe(200);
  expect(paid.headers.get('ratelimit-policy')).toBe('"minute";q=100;w=60, "credits";q=1;w=86400');
  expect(paid.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "credits";r=1;t=\d+$/);
  const refused = await save(other.id, { withKey });
  expect(await errorOf(refused)).toBe('402 api_key_credits_used');
  expect(refused.headers.get('ratelimit')).toMatch(/"credits";r=0;t=\d+$/);
  expect((await save(one.id, { withKey })).status).toBe(200);
});

test('a test key costs nothing, and its files carry a watermark', async () => {
  const [withKey, before] = [await newKey({ mode: 'test' }), await balance()];
  const { id } = await upload(await photo({ width: 1200, height: 900 }), { withKey });
  expect(await bodyOf<PictureSave>(await save(id, { withKey }))).toMatchObject({ id: null, creditsCharged: 0 });
  const file = await call('GET', `pictures/${id}/file?quality=hd`, { withKey });
  const bytes = Buffer.from(await file.arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  expect(width * height).toBeLessThanOrEqual(250_000);
  // The stripes begin in the corner, transparent in a cut-out.
  expect((await sharp(bytes).ensureAlpha().raw().toBuffer())[3]).toBeGreaterThan(80);
  expect(await balance()).toBe(before);
});

test('a program rotates its own key and revokes others, with a scope that no key has by default', async () => {
  expect(await errorOf(await call('GET', 'keys'))).toBe('403 api_key_scope_missing');
  const withKey = await newKey({ scopes: ['keys:manage', 'account:read'] });
  const rotated = await call('POST', 'keys/rotate', { withKey });
  expect(rotated.status).toBe(201);
  const successor = await bodyOf<CreatedKey>(rotated);
  const account = await bodyOf<{ key: object }>(await call('GET', 'account', { withKey: successor.key }));
  expect(account).toMatchObject({ key: { id: successor.id, scopes: ['account:read', 'keys:manage'] } });
  const { keys } = await bodyOf<{ keys: { id: string }[] }>(await call('GET', 'keys', { withKey }));
  expect(keys.map(({ id }) => id)).toContain(successor.id);
  expect((await call('DELETE', `keys/${successor.id}`, { withKey })).status).toBe(204);
  expect(await errorOf(await call('GET', 'account', { withKey: successor.key }))).toBe('401 api_key_invalid');
});

const accountOf = (withKey: string) => call('GET', 'account', { withKey });

test('regression: a rotation whose answer was lost is repeated under its Idempotency-Key, until the new key is used', async () => {
  const withKey = await newKey({ scopes: ['keys:manage', 'account:read'] });
  const rotate = (idempotencyKey?: string) =>
    call('POST', 'keys/rotate', { withKey, ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }) });
  const lost = await bodyOf<CreatedKey>(await rotate('one'));
  expect(await errorOf(await rotate())).toBe('404 api_key_not_found');
  expect(await errorOf(await rotate('two'))).toBe('404 api_key_not_found');
  const repeat = await rotate('one');
  expect(repeat.status).toBe(201);
  const successor = await bodyOf<CreatedKey>(repeat);
  expect(successor.id).toBe(lost.id);
  expect(await errorOf(await accountOf(lost.key))).toBe('401 api_key_invalid');
  expect((await accountOf(successor.key)).status).toBe(200);
  expect(await errorOf(await rotate('one'))).toBe('404 api_key_not_found');
  expect((await accountOf(successor.key)).status).toBe(200);
});

test('exports a file as a matte, scaled, placed and on named colours', async () => {
  const { id } = await bodyOf<{ id: string }>(
    await call('POST', 'pictures', {
      headers: { 'content-type': 'application/json', prefer: 'wait=50' },
      body: JSON.stringify({ fileBase64: (await photo({ width: 800, height: 600 })).toString('base64') }),
    }),
  );
  const file = async (query: string) =>
    sharp(Buffer.from(await (await call('GET', `pictures/${id}/file?${query}`)).arrayBuffer()));
  expect(await (await file('channels=alpha')).metadata()).toMatchObject({ format: 'png', channels: 1, width: 500 });
  const [red, green, blue] = await (await file('background=rebeccapurple&format=png')).raw().toBuffer();
  expect([red, green, blue]).toEqual([0x66, 0x33, 0x99]);
  const { info } = await (await file('scale=30&position=0,0')).trim().toBuffer({ resolveWithObject: true });
  expect([info.trimOffsetLeft ?? 0, info.trimOffsetTop ?? 0].map((offset) => Math.abs(offset) <= 2)).toEqual([
    true,
    true,
  ]);
  expect(Math.max(info.width / 500, info.height / 375)).toBeCloseTo(0.3, 1);
  expect(await errorOf(await call('GET', `pictures/${id}/file?background=nothing`))).toBe('400 validation_failed');
});

test('returns errors as problem details on request', async () => {
  const answer = await call('GET', `pictures/${randomUUID()}`, { headers: { accept: 'application/problem+json' } });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({
    type: `${product.url}/docs/errors#picture_not_found`,
    status: 404,
    errorCode: 'picture_not_found',
  });
});

test('the audits find nothing after all these saves and limits', () => clean(product, [saver.teamId]));
