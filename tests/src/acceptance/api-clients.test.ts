/** The repository's clients, as users get them, against a running product. */
import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import type * as Sdk from '@clearcut/sdk/source';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';
import { readZip } from '../support/zip.ts';

const run = promisify(execFile);
/** Not by `.bin`, where the older TypeScript of openapi-typescript has a command of the same name. */
const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
const typescriptClient = join(projectRoot, 'clients/typescript');
const pythonClient = join(projectRoot, 'clients/python');
const hasPython = await run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).then(
  () => true,
  () => false,
);

let product: Installation;
let folder: string;
let key: string;

beforeAll(async () => {
  product = await sharedInstallation();
  folder = await mkdtemp(join(tmpdir(), 'clients-'));
  const { person } = await newSaver(product, 10);
  key = (await createKey(person, { label: 'Clients', scopes: KEY_SCOPES })).key;
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

/** Uses openapi-typescript. */
async function typesOf(document: string): Promise<string> {
  const output = join(folder, `${randomBytes(4).toString('hex')}.ts`);
  await run(process.execPath, [join(typescriptClient, 'generate.mjs'), document, output]);
  return readFile(output, 'utf8');
}

describe('TypeScript', () => {
  let sdk: typeof Sdk;
  let clearcut: Sdk.Clearcut;

  beforeAll(async () => {
    const document = join(folder, 'v1.json');
    await writeFile(document, await (await fetch(`${product.url}/v1/openapi.json`)).text());
    // As its build does, with the types of this product.
    const copy = join(folder, 'typescript');
    await cp(typescriptClient, copy, { recursive: true, filter: (path) => !/node_modules|dist/.test(path) });
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(copy, 'src/generated.ts'), await typesOf(document));
    await run(tsc, ['-p', join(copy, 'tsconfig.json')]);
    sdk = (await import(pathToFileURL(join(copy, 'dist/index.js')).href)) as typeof Sdk;
    clearcut = new sdk.Clearcut({ baseUrl: product.url, apiKey: key });
  });

  test('has the types of the committed document', async () => {
    const made = await typesOf(join(projectRoot, 'docs/openapi/v1.json'));
    expect(await readFile(join(typescriptClient, 'src/generated.ts'), 'utf8')).toBe(made);
  });

  test('the types of every route compile', async () => {
    const document = join(folder, 'all.json');
    await writeFile(document, await (await fetch(`${product.url}/api/openapi.json`)).text());
    const types = join(folder, 'all.ts');
    await writeFile(types, await typesOf(document));
    await run(tsc, ['--noEmit', '--strict', '--ignoreConfig', types]);
  });

  test('turns a file into an HD PNG for one credit', async () => {
    const before = (await clearcut.account()).credits;
    const png = await clearcut.cutOut({ file: await photo({ width: 800, height: 600 }), name: 'Chair.jpg' });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 800, height: 600 });
    expect((await clearcut.account()).credits).toBe(before - 1);

    const { id: batchId } = await clearcut.createBatch();
    const { id } = await clearcut.pictures.create({ file: await photo(), batchId });
    await clearcut.pictures.whenReady(id);
    expect(await clearcut.batch(batchId)).toMatchObject({ total: 1, ready: 1 });
    const { saves, creditsCharged } = await clearcut.saveBatch(batchId);
    expect([saves.map((save) => [save.pictureId, save.status]), creditsCharged]).toEqual([[[id, 'completed']], 1]);
    const archive = await clearcut.batchArchive(batchId);
    expect([...readZip(Buffer.from(archive)).keys()]).toContain('manifest.json');
    const names: string[] = [];
    for await (const picture of clearcut.pictures.list()) names.push(picture.name);
    expect(names).toEqual(['image', 'Chair.jpg']);
    const background = { color: '#00ff00', id: null, base: false, blur: 0, blurWidth: 0 };
    expect((await clearcut.pictures.changeSettings(id, { background })).settings.background.color).toBe('#00ff00');
    expect((await sharp(await clearcut.pictures.file(id, { format: 'webp' })).metadata()).format).toBe('webp');
    await clearcut.pictures.delete(id);
    await expect(clearcut.pictures.get(id)).rejects.toMatchObject({ status: 404, code: 'picture_not_found' });
  });

  test('turns a refusal into an error with code and id, without a retry', async () => {
    const refused = clearcut.pictures.create({ file: Buffer.from('a text') });
    await expect(refused).rejects.toBeInstanceOf(sdk.ClearcutError);
    await expect(refused).rejects.toMatchObject({
      status: 415,
      code: 'file_type_unsupported',
      errorId: expect.any(String),
    });
  });

  test('retries a lost response under the same key, and pays once', async () => {
    const before = (await clearcut.account()).credits;
    const { proxy, lost } = await forgetful(product.url);
    onTestFinished(() => void proxy.close());
    const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const patient = new sdk.Clearcut({ baseUrl, apiKey: key });
    await patient.cutOut({ file: await photo({ width: 640, height: 480 }) });
    expect(lost.map((path) => path.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
      '/v1/pictures/',
      '/v1/pictures/ID/saves/',
    ]);
    expect((await clearcut.account()).credits).toBe(before - 1);
    const pictures = [];
    for await (const picture of clearcut.pictures.list()) if (picture.width === 640) pictures.push(picture);
    expect(pictures).toHaveLength(1);
  });

  test("reads options from the environment too, changes them by withOptions, and keeps the address's path", async () => {
    expect(() => new sdk.Clearcut()).toThrow(TypeError);
    const asked: string[] = [];
    const read = (address: string | URL | Request): Promise<Response> => {
      asked.push(new URL(address instanceof Request ? address.url : address).pathname);
      const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '1700000000' };
      return Promise.resolve(Response.json({}, { headers }));
    };
    vi.stubEnv('CLEARCUT_API_KEY', key);
    onTestFinished(() => void vi.unstubAllEnvs());
    const behind = new sdk.Clearcut({ baseUrl: 'https://example.com/prefix/', fetch: read });
    expect(behind.rateLimit).toBeUndefined();
    await behind.account();
    expect(asked).toEqual(['/prefix/v1/account/']);
    expect(behind.rateLimit).toEqual({ limit: 60, remaining: 59, resetsAt: new Date(1_700_000_000_000) });
    await expect(clearcut.withOptions({ apiKey: 'wrong' }).account()).rejects.toMatchObject({ status: 401 });
    expect((await clearcut.account()).key.mode).toBe('live');
    expect(clearcut.rateLimit).toMatchObject({ limit: expect.any(Number) as number });
  });

  test('times out when a server says nothing', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const impatient = clearcut.withOptions({ baseUrl, timeoutMs: 100, retries: 0 });
    await expect(impatient.account()).rejects.toMatchObject({ status: 0, code: 'timeout' });
  });

  test("manages the team's webhooks and keys", async () => {
    const { id, secret } = await clearcut.webhooks.add({ url: 'https://example.com/hook', types: ['picture.ready'] });
    expect(secret).toMatch(/^whsec_/);
    await clearcut.webhooks.change(id, { isEnabled: false });
    expect(await clearcut.webhooks.list()).toMatchObject([{ id, isEnabled: false }]);
    expect((await clearcut.webhooks.rotateSecret(id)).secret).not.toBe(secret);
    await clearcut.webhooks.remove(id);
    expect(await clearcut.webhooks.list()).toEqual([]);
    const own = (await clearcut.account()).key.id;
    expect((await clearcut.keys.list()).map((one) => one.id)).toContain(own);
  });

  test('trusts a webhook only if its signature matches', async () => {
    const secretBytes = randomBytes(32);
    const secret = `whsec_${secretBytes.toString('base64')}`;
    const body = JSON.stringify({ type: 'picture.ready' });
    const signed = (at: number, text = body) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,bm8= v1,${createHmac('sha256', secretBytes).update(`msg_1.${at}.${text}`).digest('base64')}`,
    });
    const now = Math.floor(Date.now() / 1000);
    expect(await sdk.verifyWebhook(body, signed(now), secret)).toEqual({ type: 'picture.ready' });
    expect(await sdk.verifyWebhook(body, new Headers(signed(now)), secret)).toEqual({ type: 'picture.ready' });
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    for (const wrong of [
      () => sdk.verifyWebhook(`${body} `, signed(now), secret),
      () => sdk.verifyWebhook(body, signed(now - 3600), secret),
      () => sdk.verifyWebhook(body, signed(now), other),
      () => sdk.verifyWebhook(body, {}, secret),
    ])
      await expect(wrong()).rejects.toBeInstanceOf(sdk.WebhookError);
  });
});

/** A proxy that drops the first answer to each POST of a path, after the product has given it. */
async function forgetful(origin: string): Promise<{ proxy: Server; lost: string[] }> {
  const lost: string[] = [];
  const proxy = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = 'GET', url = '/' } = request;
      const headers = new Headers();
      for (const name of ['x-api-key', 'content-type', 'idempotency-key', 'prefer']) {
        const value = request.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const answer = await fetch(origin + url, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      if (method === 'POST' && !lost.includes(url)) {
        lost.push(url);
        return response.destroy();
      }
      return response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { proxy, lost };
}

test.skipIf(!hasPython)('Python: its own tests', async () => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, await photo({ width: 700, height: 500 }));
  const env = { ...process.env, CLEARCUT_URL: product.url, CLEARCUT_API_KEY: key, CLEARCUT_PHOTO: path };
  const options = { cwd: pythonClient, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } };
  const { stderr } = await run('python3', ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], options);
  expect(stderr).toMatch(/Ran 21 tests[\s\S]*OK\s*$/);
});
