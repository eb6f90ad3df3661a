/** Every way in for pictures, addresses and forms, under the same attacks: each is refused by a 4xx and stores nothing. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo, pngOfSize } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

let product: Installation;
let key: string;
let inside: Server;
let asked = 0;
beforeAll(async () => {
  // A sandbox sends webhooks to its own machine.
  product = await startInstallation({ REMBG_NETWORKS: '127.0.0.0/8,::1', SANDBOX: 'false' });
  const saver = await newSaver(product, 5);
  ({ key } = await createKey(saver.person));
  inside = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  inside.close();
  await product.stop();
});

const post = (path: string, body: NonNullable<RequestInit['body']>, type?: string): Promise<Response> =>
  fetch(product.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, ...(type === undefined ? {} : { 'content-type': type }) },
    body,
  });
const json = (path: string, body: object): Promise<Response> => post(path, JSON.stringify(body), 'application/json');

function form(name: string, bytes: Buffer, file?: string): FormData {
  const filled = new FormData();
  const blob = new Blob([new Uint8Array(bytes)]);
  if (file === undefined) filled.append(name, blob);
  else filled.append(name, blob, file);
  return filled;
}

const BYTE_DOORS: Readonly<Record<string, (bytes: Buffer, name?: string) => Promise<Response>>> = {
  'v1, form': (bytes, name) => post('/v1/pictures/', form('file', bytes, name)),
  'v1, raw': (bytes) => post('/v1/pictures/', new Uint8Array(bytes), 'image/png'),
  'v1, base64': (bytes) => json('/v1/pictures/', { fileBase64: bytes.toString('base64') }),
  'remove.bg, form': (bytes, name) => post('/v1.0/removebg', form('image_file', bytes, name)),
  'remove.bg, base64': (bytes) => json('/v1.0/removebg', { image_file_b64: bytes.toString('base64') }),
  'remove.bg, background': async (bytes) => {
    const both = form('image_file', await photo());
    both.append('bg_image_file', new Blob([new Uint8Array(bytes)]), 'behind.png');
    return post('/v1.0/removebg', both);
  },
  'Photoroom, form': (bytes, name) => post('/v1/segment', form('image_file', bytes, name)),
  'Photoroom, base64': (bytes) => json('/v1/segment', { image_file_b64: bytes.toString('base64') }),
  'rembg, form': (bytes, name) =>
    fetch(`${product.url}/api/remove`, { method: 'POST', body: form('file', bytes, name) }),
};

const ADDRESS_DOORS: Readonly<Record<string, (url: string) => Promise<Response>>> = {
  v1: (url) => json('/v1/pictures/', { url }),
  'v1, webhook of an upload': async (webhookUrl) =>
    json('/v1/pictures/', { fileBase64: (await photo()).toString('base64'), webhookUrl }),
  'v1, webhook': (url) => json('/v1/webhooks/', { url }),
  'remove.bg': (image_url) => json('/v1.0/removebg', { image_url }),
  'remove.bg, background': async (bg_image_url) =>
    json('/v1.0/removebg', { image_file_b64: (await photo()).toString('base64'), bg_image_url }),
  rembg: (url) => fetch(`${product.url}/api/remove?url=${encodeURIComponent(url)}`),
};

/** Counts also what a request may leave behind without an answer. */
async function stored() {
  await product.settled();
  return { blobs: await product.blobs(), uploads: await product.uploads(), spooled: await product.spooled() };
}

async function refused(door: string, answer: Promise<Response>, attack: string): Promise<void> {
  const { status } = await answer;
  const refusal = status >= 400 && status < 500 ? status : '4xx';
  expect({ door, attack, status }).toEqual({ door, attack, status: refusal });
}

const PICTURES: readonly (readonly [string, () => Buffer])[] = [
  ['a bomb of 20,000 x 20,000 pixels', () => pngOfSize(20_000, 20_000)],
  ['a line of 60,000 pixels', () => pngOfSize(60_000, 1)],
  [
    'an SVG that reads a file',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  ],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['nothing', () => Buffer.alloc(0)],
  ['a file that is too large', () => Buffer.concat([pngOfSize(8, 8), Buffer.alloc(MAX_UPLOAD_BYTES)])],
];

test.for(Object.keys(BYTE_DOORS))('hostile pictures at %s', async (door) => {
  const before = await stored();
  for (const [attack, bytes] of PICTURES) await refused(door, BYTE_DOORS[door]!(bytes()), attack);
  for (const name of ['../../etc/passwd', 'a\u0000.png', 'x'.repeat(10_000)]) {
    await refused(door, BYTE_DOORS[door]!(Buffer.from('no picture'), name), `a file named ${name.slice(0, 20)}`);
  }
  // A refused background leaves the picture that came with it.
  if (!door.includes('background')) expect(await stored()).toEqual(before);
  expect(await product.spooled()).toEqual([]);
});

test.for(Object.keys(ADDRESS_DOORS))('addresses inside the network, in every spelling, at %s', async (door) => {
  const before = await stored();
  const { port } = inside.address() as AddressInfo;
  for (const url of [
    `http://127.0.0.1:${port}/a.png`,
    `http://localhost:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    `http://0x7f.1:${port}/a.png`,
    `http://[::ffff:127.0.0.1]:${port}/a.png`,
    `http://example.com@127.0.0.1:${port}/a.png`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://10.0.0.5/a.png',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'data:image/png;base64,AAAA',
    '//127.0.0.1/a.png',
  ]) {
    await refused(door, ADDRESS_DOORS[door]!(url), url);
  }
  expect(asked).toBe(0);
  if (!door.includes('background')) expect(await stored()).toEqual(before);
});

const FORM_DOORS = ['/v1/pictures/', '/v1.0/removebg', '/v1/segment', '/api/remove'];
const part = (headers: string, content = 'x'): string => `--XbX\r\n${headers}\r\n\r\n${content}\r\n`;
const BODIES: readonly (readonly [attack: string, type: string, body: () => string])[] = [
  [
    'a form without end',
    'multipart/form-data; boundary=XbX',
    () => part('Content-Disposition: form-data; name="file"; filename="a"'),
  ],
  ['a form without boundary', 'multipart/form-data', () => '--XbX--\r\n'],
  [
    'a header of a megabyte',
    'multipart/form-data; boundary=XbX',
    () => `${part(`X: ${'a'.repeat(1_000_000)}`)}--XbX--\r\n`,
  ],
  [
    '10,000 parts',
    'multipart/form-data; boundary=XbX',
    () => `${part('Content-Disposition: form-data; name="a"').repeat(10_000)}--XbX--\r\n`,
  ],
  ['a prototype', 'application/json', () => '{"__proto__":{"url":"http://example.com"},"constructor":{"prototype":1}}'],
  ['a deep text', 'application/json', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['half a text', 'application/json', () => '{"url":'],
  ['another type', 'application/xml', () => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['10,000 fields', 'application/x-www-form-urlencoded', () => 'a=1&'.repeat(10_000)],
  ['bad escapes', 'application/x-www-form-urlencoded', () => 'image_url=%ff%&%00=%00'],
];

test.for(FORM_DOORS)('hostile bodies at %s', async (door) => {
  const before = await stored();
  for (const [attack, type, body] of BODIES) await refused(door, post(door, body(), type), attack);
  expect(await stored()).toEqual(before);
});

test('hostile parameters of files, masks, archives and batches', async () => {
  const ready = await fetch(`${product.url}/v1/pictures/`, {
    method: 'POST',
    headers: { 'x-api-key': key, prefer: 'wait=55' },
    body: form('file', await photo(), 'photo.jpg'),
  });
  const { id } = await bodyOf<{ id: string }>(ready);
  const get = (path: string) => fetch(`${product.url}/v1/${path}`, { headers: { 'x-api-key': key } });
  for (const query of [
    'format=../../etc/passwd',
    'format=svg',
    'channels=rgba&channels=alpha',
    'scale=1e9',
    'scale=NaN',
    'position=%00',
    'position=9e99,-9e99',
    'background=url(http://127.0.0.1/)',
  ]) {
    await refused('file', get(`pictures/${id}/file/?${query}`), query);
  }
  for (const path of ['..%2f..%2fapi%2fkeys', "' OR 1=1 --", randomUUID()]) {
    await refused('picture', get(`pictures/${encodeURIComponent(path)}/file/`), path);
  }
  for (const path of ['..%2f..%2fapi%2fkeys', "' OR 1=1 --"]) {
    await refused('archive', get(`batches/${encodeURIComponent(path)}/archive/`), path);
    await refused('saves', json(`/v1/batches/${encodeURIComponent(path)}/saves/`, {}), path);
  }
});
