/**
 * Calls that reach two API processes: the product's, and one started by the test, which may fetch pictures from one
 * host of this machine.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCommandApi } from '@clearcut/command-api/compose/command-api';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { openAdapters, type OpenedAdapters } from '../support/adapters.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver, type Saver } from '../support/saver.ts';

const env = { REMBG_FACADE: 'true', PORT: '0' };

let folder: string;
let product: Installation;
let adapters: OpenedAdapters;
let beside: Awaited<ReturnType<typeof startCommandApi>>;
let besideUrl: string;
let saver: Saver;
let key: string;
let pictures: Server;
let address: string;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beside-'));
  const dataDir = join(folder, 'data');
  product = await startInstallation(env, dataDir);
  adapters = await openAdapters({ databaseUrl: product.databaseUrl, dataDir, env });
  const { signal } = new AbortController();
  const policy = {
    resolve: async (host: string) => [host === 'pictures.test' ? '127.0.0.1' : '10.0.0.1'],
    allowsAddress: (candidate: string) => candidate === '127.0.0.1',
    allowsPort: () => true,
  };
  const log = createLogger('test', { logLevel: 'silent' });
  beside = await startCommandApi({ ...adapters, servers: [], log, signal }, { policy });
  besideUrl = `http://127.0.0.1:${beside.port}`;
  saver = await newSaver(product, 10);
  ({ key } = await createKey(saver.person));
  picture = await photo({ width: 1200, height: 900 });
  pictures = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
  }).listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  address = `http://pictures.test:${(pictures.address() as AddressInfo).port}`;
});
afterAll(async () => {
  pictures.close();
  await beside.stop();
  await adapters.close();
  await product.stop();
  await rm(folder, { recursive: true });
});

function send(url: string, fields: Record<string, string | Blob>, signal?: AbortSignal): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { 'x-api-key': key };
  return fetch(`${url}/v1.0/removebg`, {
    method: 'POST',
    headers,
    body: form,
    ...(signal === undefined ? {} : { signal }),
  });
}

async function bytesOf(answer: Response): Promise<Buffer> {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

const spent = async (): Promise<number> =>
  (await product.typesOf(`creditPool-${saver.teamId}`)).filter((type) => type === 'CreditsSpent').length;

test('a call that its client gave up, and its repeats at either process, make one save, one credit and one file', async () => {
  const before = await spent();
  const bytes = await photo({ width: 1300, height: 910 });
  const fields = { image_file: new Blob([new Uint8Array(bytes)]), size: 'full' };
  await send(product.url, fields, AbortSignal.timeout(1000)).catch(() => undefined);
  const answers = await Promise.all([besideUrl, product.url, besideUrl].map((url) => send(url, fields)));
  const files = await Promise.all(answers.map(bytesOf));
  expect(await sharp(files[0]).metadata()).toMatchObject({ width: 1300, height: 910, hasAlpha: true });
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(1);
  expect(await spent()).toBe(before + 1);
});

test("regression: remove.bg's call accepts a picture and a background by address", async () => {
  const made = await bytesOf(await send(besideUrl, { image_url: `${address}/cat.jpg`, size: 'full' }));
  expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: 1200, height: 900, hasAlpha: true });
  const fields = { image_url: `${address}/cat.jpg`, bg_image_url: `${address}/ground.jpg`, format: 'png' };
  const whole = await sharp(await bytesOf(await send(besideUrl, fields)))
    .ensureAlpha()
    .raw()
    .toBuffer();
  for (let i = 3; i < whole.length; i += 4) if (whole[i] !== 255) throw new Error('A background is behind everything');
});

test("the curl lines of rembg's documentation: an address and a file", async () => {
  const curl = async (...options: string[]) => {
    const output = join(folder, 'output.png');
    await promisify(execFile)('curl', ['-s', '-f', ...options, '-o', output]);
    return sharp(await readFile(output)).metadata();
  };
  const url = encodeURIComponent(`${address}/input.jpg`);
  const whole = { format: 'png', width: 1200, height: 900, hasAlpha: true };
  expect(await curl(`${besideUrl}/api/remove?url=${url}`)).toMatchObject(whole);
  const input = join(folder, 'input.jpg');
  await sharp(picture).toFile(input);
  expect(await curl('-F', `file=@${input}`, `${besideUrl}/api/remove`)).toMatchObject(whole);
});

test('a key revoked at one process has ended at the other with the response', async () => {
  const { id, key: ending } = await createKey(saver.person);
  const ask = async (url: string) => (await fetch(`${url}/v1.0/account`, { headers: { 'x-api-key': ending } })).status;
  expect(await Promise.all([ask(product.url), ask(besideUrl)])).toEqual([200, 200]);
  expect((await saver.person.send('DELETE', `/api/keys/${id}/`)).status).toBe(204);
  expect(await Promise.all([ask(besideUrl), ask(product.url)])).toEqual([403, 403]);
});
