/** Batches, archives, streams and the webhook of one upload, under /v1. */
import { randomUUID } from 'node:crypto';
import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import type { CreateKeyBody } from '@clearcut/schemas/api-keys/http';
import type { BatchSave } from '@clearcut/schemas/public-api/batches';
import type { Picture } from '@clearcut/schemas/public-api/pictures';
import type { BulkManifest } from '@clearcut/schemas/transaction/saves-http';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { serverSentEvents } from '../support/event-source.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { grantCredits, newSaver, type Saver } from '../support/saver.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { readZip } from '../support/zip.ts';

type Saves = { saves: BatchSave[]; creditsCharged: number; creditsLeft: number };

let product: Installation;
let saver: Saver;
let key: string;

beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, 3);
  key = await newKey();
});
afterAll(() => product.stop());

const newKey = (body: Partial<CreateKeyBody> = {}): Promise<string> => keyOf(saver, body);

async function keyOf({ person }: Saver, body: Partial<CreateKeyBody> = {}): Promise<string> {
  return (await createKey(person, body)).key;
}

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${product.url}/v1/${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

async function upload(fields: object = {}, headers: Record<string, string> = {}): Promise<Picture> {
  const fileBase64 = (await photo({ width: 800, height: 600 })).toString('base64');
  return bodyOf<Picture>(await call('POST', 'pictures', { fileBase64, ...fields }, { prefer: 'wait=55', ...headers }));
}

test('saves a batch: an unpaid picture stops no other, a repeat is free, and the archive has every file', async () => {
  const { id: batchId } = await bodyOf<{ id: string }>(await call('POST', 'batches'));
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift((await upload({ batchId, name: `${count}.jpg` })).id);
  const background = { color: '#ffffff', id: null, base: false, blur: 0, blurWidth: 0 };
  const saved = await call('POST', `batches/${batchId}/saves`, { background }, { prefer: 'wait=55' });
  expect(saved.status).toBe(200);
  expect(saved.headers.get('x-credits-charged')).toBe('3');
  const { saves, ...credits } = await bodyOf<Saves>(saved);
  expect(credits).toEqual({ creditsCharged: 3, creditsLeft: 0 });
  expect(saves.map(({ pictureId, status, error }) => [pictureId, status, error?.errorCode ?? null])).toEqual([
    [ids[0], 'completed', null],
    [ids[1], 'completed', null],
    [ids[2], 'completed', null],
    [ids[3], 'failed', 'no_credits'],
  ]);
  expect(saves[0]?.file).toMatchObject({ width: 800, height: 600 });

  const again = await bodyOf<Saves>(await call('POST', `batches/${batchId}/saves`, {}, { prefer: 'wait=55' }));
  expect(again.creditsCharged).toBe(0);
  expect(again.saves.map(({ id }) => id)).toEqual(saves.map(({ id }) => id));

  const files = readZip(Buffer.from(await (await call('GET', `batches/${batchId}/archive`)).arrayBuffer()));
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as BulkManifest;
  expect(manifest.items.map((item) => (item.outcome === 'failed' ? item.errorCode : item.file))).toEqual([
    '3-clearcut-hd.png',
    '2-clearcut-hd.png',
    '1-clearcut-hd.png',
    'nothing_saved',
  ]);
  expect(await sharp(files.get('3-clearcut-hd.png')).metadata()).toMatchObject({ width: 800, height: 600 });
  expect(manifest.quality).toBe('hd');
  const previews = readZip(
    Buffer.from(await (await call('GET', `batches/${batchId}/archive?quality=preview`)).arrayBuffer()),
  );
  expect(previews.size).toBe(5);
});

test('regression: an empty batch has no saves and an empty archive', async () => {
  const { id } = await bodyOf<{ id: string }>(await call('POST', 'batches'));
  expect(await bodyOf<Saves>(await call('POST', `batches/${id}/saves`))).toMatchObject({
    saves: [],
    creditsCharged: 0,
  });
  const archive = await call('GET', `batches/${id}/archive`);
  expect([...readZip(Buffer.from(await archive.arrayBuffer())).keys()]).toEqual(['manifest.json']);
});

test("regression: a batch's key with other settings is refused, and nothing is saved", async () => {
  const own = await newSaver(product, 2);
  const headers = { 'x-api-key': await keyOf(own), 'idempotency-key': randomUUID(), prefer: 'wait=55' };
  const { id: batchId } = await bodyOf<{ id: string }>(await call('POST', 'batches', undefined, headers));
  const saves = `batches/${batchId}/saves`;
  await upload({ batchId }, { ...headers, 'idempotency-key': randomUUID() });
  const first = await bodyOf<Saves>(await call('POST', saves, {}, headers));
  expect(first).toMatchObject({ creditsCharged: 1, creditsLeft: 1 });
  // Newest first: nothing that came before the refusal may be paid.
  await upload({ batchId }, { ...headers, 'idempotency-key': randomUUID() });
  const background = { color: '#ff0000', id: null, base: false, blur: 0, blurWidth: 0 };
  expect(await errorOf(await call('POST', saves, { background }, headers))).toBe('422 idempotency_key_reused');
  const account = await call('GET', 'account', undefined, headers);
  expect(await account.json()).toMatchObject({ credits: 1 });
});

test("regression: a batch's key sent again charges no later and no refused picture", async () => {
  const own = await newSaver(product, 1);
  const [one, another] = [{ 'x-api-key': await keyOf(own) }, { 'x-api-key': await keyOf(own) }];
  const { id: batchId } = await bodyOf<{ id: string }>(await call('POST', 'batches', undefined, one));
  for (let count = 0; count < 2; count += 1) await upload({ batchId }, one);
  const save = async () =>
    bodyOf<Saves>(
      await call(
        'POST',
        `batches/${batchId}/saves`,
        {},
        { ...another, 'idempotency-key': 'monday', prefer: 'wait=55' },
      ),
    );
  const { saves, creditsCharged } = await save();
  expect([creditsCharged, saves.map(({ error }) => error?.errorCode)]).toEqual([1, [undefined, 'no_credits']]);
  await upload({ batchId }, one);
  await grantCredits(product, own.teamId, 5);
  expect(await save()).toEqual({
    saves: saves.map((answered) => ({ ...answered, creditsCharged: 0 })),
    creditsCharged: 0,
    creditsLeft: 5,
  });
});

test("a batch's key saves a picture that was not ready the first time", async () => {
  const own = await newSaver(product, 1);
  const headers = { 'x-api-key': await keyOf(own), 'idempotency-key': randomUUID() };
  const { id: batchId } = await bodyOf<{ id: string }>(await call('POST', 'batches', undefined, headers));
  const { id } = await upload({ batchId }, { ...headers, prefer: 'wait=0' });
  const save = async () => bodyOf<Saves>(await call('POST', `batches/${batchId}/saves`, {}, headers));
  expect((await save()).saves[0]?.error?.errorCode).toBe('image_not_ready');
  await call('GET', `pictures/${id}`, undefined, { ...headers, prefer: 'wait=55' });
  expect(await save()).toMatchObject({ saves: [{ pictureId: id, error: null }], creditsCharged: 1 });
});

test('regression: refused pictures take no place in a batch', async () => {
  const { id: batchId } = await bodyOf<{ id: string }>(await call('POST', 'batches'));
  const fileBase64 = (await photo({ width: 64, height: 48 })).toString('base64');
  const add = (point: readonly number[]) => call('POST', 'pictures', { fileBase64, batchId, point });
  for (let count = 0; count < BULK_MAX_IMAGES; count += 1) {
    expect(await errorOf(await add([1_000, 1_000]))).toBe('422 subject_outside');
  }
  expect((await add([10, 10])).status).toBe(202);
});

test('with a test key an archive has watermarked files, and nothing is saved', async () => {
  const [test, { id: batchId }] = [
    { 'x-api-key': await newKey({ mode: 'test' }) },
    await bodyOf<{ id: string }>(await call('POST', 'batches')),
  ];
  await upload({ batchId, name: 'a.jpg' }, test);
  const saved = await bodyOf<Saves>(await call('POST', `batches/${batchId}/saves`, {}, test));
  expect(saved).toMatchObject({ creditsCharged: 0, saves: [{ id: null, status: 'completed' }] });
  const archive = await call('GET', `batches/${batchId}/archive`, undefined, test);
  const [file] = readZip(Buffer.from(await archive.arrayBuffer())).values();
  // The stripes begin in the corner, transparent in a cut-out.
  expect((await sharp(file).ensureAlpha().raw().toBuffer())[3]).toBeGreaterThan(80);
});

test('a ZIP holds the colours and the matte of one file', async () => {
  const { id } = await upload();
  const answer = await call('GET', `pictures/${id}/file?format=zip`);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  expect([...files.keys()]).toEqual(['color.jpg', 'alpha.png']);
  expect(await sharp(files.get('color.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 500, height: 375 });
  expect(await sharp(files.get('alpha.png')).metadata()).toMatchObject({ format: 'png', channels: 1, width: 500 });
  expect(await errorOf(await call('GET', `pictures/${id}/file?format=zip&quality=hd`))).toBe('409 nothing_saved');
});

test('a key follows a picture by server-sent events until it is revoked', async () => {
  const own = await newKey({ label: 'Stream' });
  const { id } = await upload({}, { prefer: 'respond-async' });
  const stream = await call('GET', `pictures/${id}/events`, undefined, { 'x-api-key': own });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const events = serverSentEvents<Picture>(stream);
  const statuses: string[] = [];
  while (statuses.at(-1) !== 'ready') {
    const { value } = await events.next();
    expect(value).toMatchObject({ id, name: 'image', batchId: null });
    statuses.push((value as Picture).status);
  }
  const { key: keyId } = await bodyOf<{ key: { id: string } }>(
    await call('GET', 'account', undefined, { 'x-api-key': own }),
  );
  await saver.person.send('DELETE', `/api/keys/${keyId.id}/`);
  const background = { color: '#ff0000', id: null, base: false, blur: 0, blurWidth: 0 };
  await call('PATCH', `pictures/${id}/settings`, { background });
  const rest: Picture[] = [];
  for await (const picture of events) rest.push(picture);
  expect(rest.filter(({ settings }) => settings.background.color === '#ff0000')).toEqual([]);
  expect(await errorOf(await call('GET', `pictures/${randomUUID()}/events`))).toBe('404 picture_not_found');
});

test("an upload names an address for its own events, signed with its key's secret", async () => {
  const program = await startReceiver();
  onTestFinished(() => program.stop());
  const { id } = await upload({ webhookUrl: program.url });
  await upload();
  const ready = await program.next(({ type }) => type === 'picture.ready');
  expect(ready.data).toMatchObject({ pictureId: id });
  const { key: own } = await bodyOf<{ key: { webhookSecret: string } }>(await call('GET', 'account'));
  expect(() => new Webhook(own.webhookSecret).verify(ready.body, ready.headers)).not.toThrow();
  expect(program.received).toHaveLength(1);
  const managing = { 'x-api-key': await newKey({ scopes: ['webhooks:manage'] }) };
  const listed = await call('GET', 'webhooks', undefined, managing);
  expect(await listed.json()).toEqual({ webhooks: [] });

  const uploads = (await product.uploads()).length;
  const fileBase64 = (await photo()).toString('base64');
  for (const webhookUrl of [
    'ftp://example.com/',
    'nothing',
    'http://169.254.169.254/latest',
    'http://[::ffff:10.0.0.5]/',
  ]) {
    expect(await errorOf(await call('POST', 'pictures', { fileBase64, webhookUrl }))).toBe('400 validation_failed');
  }
  expect(await product.uploads()).toHaveLength(uploads);
});
