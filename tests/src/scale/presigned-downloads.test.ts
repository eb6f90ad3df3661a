/** Downloads redirected to the bucket's own server, where configured: for the picture's owner only. */
import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { createS3BlobStore } from '@clearcut/platform/blob-store/s3/s3-blob-store';
import { loadConfig } from '@clearcut/platform/config/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

let product: Installation;
let saver: Saver;
let id: string;

beforeAll(async () => {
  product = await startInstallation({ BLOB_STORE_URL: `${process.env['BLOB_STORE_URL']}&downloads=presigned` });
  saver = await newSaver(product, 1);
  ({ id } = await saver.cutOut(await photo({ width: 400, height: 300 }), 'Jarrón rojo.jpeg'));
});
afterAll(() => product?.stop());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pathOf = (quality: string, form = ''): string => `/api/transaction/${id}/download/${quality}/${form}`;

interface Answer {
  readonly status: number | undefined;
  readonly location: string;
}

/** Requests without following redirects. */
function ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  const own = { 'client-id': saver.person.clientId, cookie: `clearcut_session=${saver.person.session()}` };
  return new Promise((resolve, reject) => {
    const outgoing = request(product.url + path, { method, headers: { ...own, ...headers } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location ?? '' });
    });
    outgoing.once('error', reject).end();
  });
}

test('the HD file comes from the bucket, complete and named, after its credit was spent', async () => {
  expect(await errorOf(await saver.client.get(pathOf('high')))).toBe('409 nothing_saved');
  const { receipt } = await saver.save(id);
  const { status, location } = await ask(pathOf('high'));
  expect([status, new URL(location).origin]).toEqual([307, new URL(s3Endpoint()).origin]);
  const file = await fetch(location);
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(receipt.file.sha256);
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Jarron rojo-clearcut-hd.png"; filename*=UTF-8''Jarr%C3%B3n%20rojo-clearcut-hd.png`,
  );
  expect(Number(new URL(location).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
});

test('so do other formats and previews', async () => {
  for (const [path, type] of [
    [pathOf('low'), 'image/png'],
    [pathOf('low', '?format=webp'), 'image/webp'],
  ] as const) {
    const { status, location } = await ask(path, 'GET', { 'sec-fetch-mode': 'navigate' });
    expect(status).toBe(307);
    expect((await fetch(location)).headers.get('content-type')).toBe(type);
  }
});

test('files read by pages come from here, and so does the response to HEAD', async () => {
  for (const mode of ['no-cors', 'cors', 'same-origin']) {
    expect(await ask(pathOf('low'), 'GET', { 'sec-fetch-mode': mode })).toEqual({ status: 200, location: '' });
  }
  expect(await ask(pathOf('low'), 'HEAD')).toEqual({ status: 200, location: '' });
});

test('a file that differs from its record gets no redirect', async () => {
  const { id: other } = await saver.cutOut(await photo({ width: 120, height: 90 }), 'damaged.jpeg');
  const [row] = await product.database.query<{ blob: string; bytes: number }>(
    `SELECT pipeline->'improved'->>'blob' AS blob, (pipeline->'improved'->>'bytes')::int AS bytes
     FROM read_transaction.transaction WHERE id = $1`,
    [other],
  );
  const { blobStore: place } = loadConfig({ BLOB_STORE_URL: process.env['BLOB_STORE_URL'] });
  if (place === undefined) throw new Error('The store of this suite is a bucket');
  const store = await createS3BlobStore(place);
  await store.put(row?.blob ?? '', new Uint8Array(row?.bytes ?? 0));
  expect(await ask(`/api/transaction/${other}/download/low/`)).toEqual({ status: 500, location: '' });
});

test('other users are not redirected there', async () => {
  const stranger = createClient(product.url, { clientId: randomUUID() });
  for (const quality of ['low', 'high']) {
    expect(await errorOf(await stranger.get(pathOf(quality)))).toBe('404 transaction_not_found');
  }
});

function s3Endpoint(): string {
  return new URL(process.env['BLOB_STORE_URL'] ?? '').searchParams.get('endpoint') ?? '';
}
