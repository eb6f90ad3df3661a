/** `/api/remove`, called by programs written for rembg's server. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyLedger } from '@clearcut/operator/commands/verify-ledger';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { operatorOf } from '../support/audits.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { installOtherModel } from '../support/other-model.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';

let product: Installation;
let picture: Buffer;
let folder: string;

beforeAll(async () => {
  product = await startInstallation({ REMBG_FACADE: 'true' });
  picture = await photo({ width: 1200, height: 900 });
  folder = await mkdtemp(join(tmpdir(), 'rembg-'));
  await writeFile(join(folder, 'input.jpg'), picture);
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

interface Sent {
  readonly fields?: Record<string, string>;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

function post({ fields = {}, query = '', headers = {} }: Sent = {}, bytes: Buffer | undefined = picture) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes.length > 0) form.append('file', new Blob([new Uint8Array(bytes)]), 'input.jpg');
  return fetch(`${product.url}/api/remove${query}`, { method: 'POST', body: form, headers });
}

async function pixelsOf(answer: Response) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  expect(answer.headers.get('content-type')).toBe('image/png');
  return sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Status, field and fault. */
async function refusalOf(answer: Response): Promise<string> {
  const { detail } = await bodyOf<{ detail: string | { loc: string[] }[] }>(answer);
  return `${answer.status} ${typeof detail === 'string' ? 'said' : detail.map(({ loc }) => loc.join('.')).join()}`;
}

test("the curl line of rembg's documentation makes a full-size cut-out that is free and not stored", async () => {
  const output = join(folder, 'output.png');
  await promisify(execFile)('curl', [
    '-s',
    '-F',
    `file=@${join(folder, 'input.jpg')}`,
    `${product.url}/api/remove`,
    '-o',
    output,
  ]);
  expect(await sharp(await readFile(output)).metadata()).toMatchObject({
    format: 'png',
    hasAlpha: true,
    width: 1200,
    height: 900,
  });
  const [id = ''] = await product.uploads();
  await eventually(async () => ((await product.blobsOf(id)).length === 0 ? true : undefined));
  expect(await product.eventTypes(id)).toEqual(expect.arrayContaining(['HdSaveCompleted', 'TransactionDeleted']));
  const { isBad } = await verifyLedger.run([], operatorOf(product), {});
  expect(isBad).toBe(false);
});

test('parameters: a background in the address, the matte alone, and those that have no effect', async () => {
  const query = '?bgc=255,0,0,255&model=isnet-general-use&a=true&af=240&ab=10&ae=10&vm=true&extras=%7B%7D';
  const onRed = await post({ query });
  expect(onRed.headers.get('x-model')).toMatch(/^clearcut-2 /);
  expect(onRed.headers.get('x-ignored-parameters')).toBe('model, a, af, ab, ae, vm');
  const { data, info } = await pixelsOf(onRed);
  expect([info.width, info.height]).toEqual([1200, 900]);
  expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
  const matte = sharp(Buffer.from(await (await post({ fields: { om: 'true' } })).arrayBuffer()));
  expect(await matte.metadata()).toMatchObject({ format: 'png', width: 1200, height: 900, channels: 1 });
});

const halfTransparent = (data: Buffer, channels: number): number =>
  data.filter((value, at) => at % channels === channels - 1 && value > 0 && value < 255).length;

test('ppm makes every pixel opaque or transparent, in the cut-out and in the matte', async () => {
  const soft = await pixelsOf(await post());
  const hard = await pixelsOf(await post({ query: '?ppm=true' }));
  expect(halfTransparent(soft.data, 4)).toBeGreaterThan(100);
  expect(halfTransparent(hard.data, 4)).toBe(0);
  const matte = await pixelsOf(await post({ query: '?ppm=true&om=true' }));
  expect(halfTransparent(matte.data, 1)).toBe(0);
});

test('a model is the one asked for where it is installed, and the save of a key too', async () => {
  await installOtherModel(product.settings['DATA_DIR'] ?? '', 'other');
  const bySelf = await post({ query: '?model=other' });
  expect([bySelf.headers.get('x-model'), bySelf.headers.get('x-ignored-parameters')]).toEqual([
    expect.stringMatching(/^other /),
    null,
  ]);
  const { person } = await newSaver(product, 2);
  const { key } = await createKey(person, { label: 'Models' });
  const headers = { 'x-api-key': key };
  const charged: (string | null)[] = [];
  for (const query of ['', '?model=other', '?model=other', '?model=unknown']) {
    const answer = await post({ headers, query });
    expect(answer.headers.get('x-model')).toMatch(query === '?model=other' ? /^other / : /^clearcut-2 /);
    charged.push(answer.headers.get('x-credits-charged'));
    await answer.arrayBuffer();
  }
  expect(charged).toEqual(['1', '1', '0', '0']);
});

test('refusals have the form that its clients read', async () => {
  const refused = {
    'no file': await refusalOf(await post({}, Buffer.alloc(0))),
    'no address': await refusalOf(await fetch(`${product.url}/api/remove`)),
    'no image': await refusalOf(await post({}, Buffer.from('hello'))),
    number: await refusalOf(await post({ query: '?af=300' })),
    colour: await refusalOf(await post({ query: '?bgc=red' })),
    'private address': await refusalOf(await fetch(`${product.url}/api/remove?url=http://127.0.0.1/a.png`)),
    'other method': String((await fetch(`${product.url}/api/remove`, { method: 'PUT' })).headers.get('allow')),
  };
  expect(refused).toEqual({
    'no file': '422 query.file',
    'no address': '422 query.url',
    'no image': '400 said',
    number: '422 query.af',
    colour: '422 query.bgc',
    'private address': '400 said',
    'other method': 'GET, HEAD, POST',
  });
  expect(await product.spooled()).toEqual([]);
});

test("without a key it serves only programs on this machine: not through a proxy, not other sites' pages", async () => {
  const asked = [
    { 'x-forwarded-for': '203.0.113.7' },
    { origin: 'https://example.com' },
    { 'sec-fetch-site': 'cross-site' },
    { 'x-api-key': 'wrong' },
  ] as Record<string, string>[];
  const answers = await Promise.all(asked.map((headers) => post({ headers })));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});

test('answers health checks, and a picture of nothing does not stop a batch', async () => {
  expect((await fetch(`${product.url}/api`)).status).toBe(200);
  const blank = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888888' } })
    .png()
    .toBuffer();
  const answer = await post({}, blank);
  expect([answer.headers.get('x-subject'), answer.headers.get('access-control-allow-origin')]).toEqual(['none', null]);
  const { data, info } = await pixelsOf(answer);
  expect([info.width, info.height, info.channels]).toEqual([300, 200, 4]);
  expect(data.every((value) => value === 0)).toBe(true);
});

test('follows a point and a box', async () => {
  const extras = JSON.stringify({ sam_prompt: [{ type: 'rectangle', data: [0, 0, 600, 900], label: 1 }] });
  const { data, info } = await pixelsOf(await post({ fields: { model: 'sam', extras } }));
  let right = 0;
  for (let at = 3; at < data.length; at += 4)
    if ((data[at] ?? 0) > 40) right += ((at - 3) / 4) % info.width > 640 ? 1 : 0;
  expect(right).toBe(0);
});

test('with a key it is a save of its team, once for repeats', async () => {
  const { person, teamId } = await newSaver(product, 2);
  const { key } = await createKey(person, { label: 'rembg' });
  const headers = { 'x-api-key': key, 'x-forwarded-for': '203.0.113.7' };
  for (const answer of await Promise.all([post({ headers }), post({ headers })])) {
    expect((await pixelsOf(answer)).info).toMatchObject({ width: 1200, height: 900, channels: 4 });
  }
  expect(await product.typesOf(`creditPool-${teamId}`)).toEqual(['CreditsGranted', 'CreditsSpent']);
});
