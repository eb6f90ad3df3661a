/** The operator opens exactly the configured parts of the private network. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

let product: Installation;
let saver: Saver;
let key: string;
let picture: Buffer;
const servers: Server[] = [];

/** Serves the picture on 127.0.0.1; `/away` redirects to another port. Resolves with the port. */
async function serve(away = 0): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${away}/a.jpg` }).end();
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let open: number;
let closed: number;

beforeAll(async () => {
  picture = await photo({ width: 400, height: 300 });
  closed = await serve();
  open = await serve(closed);
  product = await startInstallation({
    ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${open},localhost:${open}`,
    REMBG_NETWORKS: '127.0.0.0/8,::1',
  });
  saver = await newSaver(product, 1);
  ({ key } = await createKey(saver.person));
});
afterAll(async () => {
  await product.stop();
  for (const server of servers) server.close();
});

const cutOut = (url: string) =>
  fetch(`${product.url}/v1.0/removebg`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ image_url: url }),
  });

test('fetches pictures from the listed hosts and ports', async () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const answer = await cutOut(`http://${host}:${open}/a.jpg`);
    expect([host, answer.status]).toEqual([host, 200]);
    await answer.arrayBuffer();
  }
});

test('and from no others: other ports, other addresses, redirects there, other spellings of them', async () => {
  for (const url of [
    `http://127.0.0.1:${closed}/a.jpg`,
    `http://127.0.0.2:${open}/a.jpg`,
    `http://[::1]:${open}/a.jpg`,
    `http://127.0.0.1:${open}/away`,
    `http://127.0.0.1:${closed}@127.0.0.1:${closed}/a.jpg`,
    'http://169.254.169.254/latest/meta-data/',
    `http://10.0.0.5:${open}/a.jpg`,
    `http://0.0.0.0:${open}/a.jpg`,
  ]) {
    const answer = await cutOut(url);
    const { errors } = await bodyOf<{ errors: { code: string }[] }>(answer);
    expect([url, answer.status, errors[0]?.code]).toEqual([
      url,
      400,
      expect.stringMatching(/failed_image_download|invalid_image_url/) as string,
    ]);
  }
});

test("rembg's clients in the networks need no key, under any host name, and their pages may call", async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'a.jpg');
  const { hostname, port } = new URL(product.url);
  const answer = await fetch(`${product.url}/api/remove`, {
    method: 'POST',
    body: form,
    headers: { origin: 'https://page.example' },
  });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  await answer.arrayBuffer();
  const { request } = await import('node:http');
  const status = await new Promise((resolve) =>
    request({ hostname, port, path: '/api', headers: { host: 'rembg:7000' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end(),
  );
  expect(status).toBe(200);
  const preflight = await fetch(`${product.url}/api/remove`, {
    method: 'OPTIONS',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const proxied = await fetch(`${product.url}/api/remove?url=http://127.0.0.1:${open}/a.jpg`, {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect(proxied.status).toBe(401);
});
