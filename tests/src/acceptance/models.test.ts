/** Plug-in models from the list to the picture: `npm run models`, and the product using an installed model. */
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleLicence } from '@clearcut/inference-worker/models/testing/example-licence';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../support/client.ts';
import { startInstallation } from '../support/installation.ts';
import { type ModelServer, serveModel, startModelsCommand } from '../support/models.ts';
import { figure, photo } from '../support/pictures.ts';
import { eventually, newDataDir } from '../support/product.ts';

// Each test starts a dozen processes that load the models' runtime, and sometimes the product.
vi.setConfig({ testTimeout: 300_000 });

const bundled = join(projectRoot, 'inference-worker', 'models', 'clearcut-2');

let dataDir: string;
let registry: string;
let server: ModelServer | undefined;

beforeEach(async () => {
  dataDir = newDataDir();
  await mkdir(dataDir);
  registry = join(dataDir, 'own-models.json');
});

afterEach(async () => {
  server?.close();
  await rm(dataDir, { recursive: true });
});

const settings = () => ({ DATA_DIR: dataDir, MODELS_REGISTRY: registry, MODEL: '', INIT_CWD: dataDir });
const start = (...args: string[]) => startModelsCommand(settings(), ...args);
const models = (...args: string[]) => start(...args).ended;

/** Visible models in the data folder, and unfinished ones. */
async function kept(): Promise<{ models: string[]; unfinished: string[] }> {
  const names = await readdir(join(dataDir, 'models')).catch(() => []);
  const unfinished = await readdir(join(dataDir, 'models', '.unfinished')).catch(() => []);
  return { models: names.filter((name) => !name.startsWith('.')), unfinished };
}

/** Offers the bundled model under another name. */
async function offerFinder(): Promise<ModelServer> {
  server = await serveModel(join(bundled, 'model.onnx'));
  const { input, output, noSubjectBelow, closerLook } = JSON.parse(
    await readFile(join(bundled, 'manifest.json'), 'utf8'),
  ) as Record<string, Record<string, unknown>>;
  const { url: address, sha256, bytes } = server;
  const finder = {
    name: 'finder',
    title: 'Finds vases',
    version: '7',
    address,
    sha256,
    bytes,
    licence: exampleLicence,
  };
  // A minimal recipe: defaults to the first input and output.
  const recipe = {
    input: { ...input, name: undefined },
    output: { ...output, name: undefined },
    noSubjectBelow,
    closerLook,
  };
  await writeFile(registry, JSON.stringify({ models: [{ ...finder, ...recipe }] }));
  return server;
}

/** Uploads a picture to the product on this data folder; returns the cutter named in the log. */
async function cutOutBy(): Promise<unknown> {
  const product = await startInstallation({ MODELS_REGISTRY: registry, MODEL: '' }, dataDir);
  try {
    const client = createClient(product.url, { clientId: 'somebody-of-these-tests' });
    const view = await client.process(await photo());
    expect(view.status).toBe('UPLOADED');
    const cutOut = await client.get(`/api/transaction/${view.id}/download/low/`);
    const { data, info } = await sharp(await cutOut.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number, y: number) =>
      data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4 + 3];
    expect([alphaAt(0.5, 0.5), alphaAt(0.02, 0.02)]).toEqual([255, 0]);
    const events = await product.eventStore.readStream(`transaction-${view.id}`);
    const removed = events.map(({ event }) => event).find(({ type }) => type === 'BackgroundRemoved');
    return removed?.type === 'BackgroundRemoved' ? removed.data.model : undefined;
  } finally {
    await product.stop();
  }
}

test('a model is installed only with its licence accepted and its digest right, and then cuts out', async () => {
  const { sha256 } = await offerFinder();
  const unread = await models('install', 'finder');
  expect(unread.code).toBe(2);
  expect(unread.stderr).toContain(exampleLicence.summary);
  expect(unread.stderr).toMatch(/--accept-licence\.\n$/);
  expect(await kept()).toEqual({ models: [], unfinished: [] });

  const wrong = await models('install', 'finder', '--sha256', sha256.replace(/^./, 'x'), '--accept-licence');
  expect(wrong).toMatchObject({ code: 2, stderr: '--sha256 takes 64 hexadecimal digits\n' });
  const other = '0'.repeat(64);
  const refused = await models('install', 'finder', '--sha256', other, '--accept-licence');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`its SHA-256 is ${sha256}, not ${other}`);
  expect(await kept()).toEqual({ models: [], unfinished: [] });

  const installed = await models('install', 'finder', '--accept-licence', '--json');
  expect(installed.code).toBe(0);
  expect(JSON.parse(installed.stdout)).toMatchObject({ name: 'finder', directory: join(dataDir, 'models', 'finder') });
  expect(await kept()).toEqual({ models: ['finder'], unfinished: [] });
  const acceptance = await readFile(join(dataDir, 'models', 'finder', 'acceptance.json'), 'utf8');
  expect(JSON.parse(acceptance)).toMatchObject({
    sha256,
    licence: exampleLicence,
    acceptedBy: expect.stringMatching(/./),
  });
  expect((await models('install', 'finder')).stdout).toBe('finder is installed already\n');

  expect((await models('use', 'finder')).stdout).toMatch(/^finder is used from the next start on\./);
  expect(JSON.parse((await models('list', '--json')).stdout)).toContainEqual(
    expect.objectContaining({ name: 'finder', state: 'installed', isChosen: true, sha256 }),
  );
  expect(await cutOutBy()).toEqual({ name: 'finder', version: '7', sha256 });

  const inUse = await models('remove', 'finder');
  expect([inUse.code, inUse.stderr]).toEqual([1, expect.stringMatching(/^finder is in use\. Choose another first/)]);
  expect((await models('use', 'clearcut-2')).code).toBe(0);
  expect((await models('remove', 'finder')).stdout).toBe('finder is removed\n');
  expect(await kept()).toEqual({ models: [], unfinished: [] });
});

test('a killed download leaves no visible model, and the next one resumes it', async () => {
  const offered = await offerFinder();
  const stalled = offered.stallNext();
  const killed = start('install', 'finder', '--accept-licence');
  await stalled;
  const half = Math.floor(offered.bytes / 2);
  const partSize = async () => {
    const [name = ''] = (await kept()).unfinished;
    return (await stat(join(dataDir, 'models', '.unfinished', name)).catch(() => undefined))?.size;
  };
  await eventually(async () => ((await partSize()) === half ? true : undefined));
  const second = await models('install', 'finder', '--accept-licence');
  expect([second.code, second.stderr]).toEqual([
    1,
    expect.stringMatching(/Another process \(\d+\) is changing the models/),
  ]);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect((await kept()).models).toEqual([]);

  expect((await models('install', 'finder', '--accept-licence')).code).toBe(0);
  expect(offered.asked).toEqual([undefined, `bytes=${half}-`]);
  expect(await kept()).toEqual({ models: ['finder'], unfinished: [] });
});

test('verify runs every model, and finds changed ones and those without accepted terms', async () => {
  await offerFinder();
  expect((await models('install', 'finder', '--accept-licence')).code).toBe(0);
  const good = await models('verify');
  expect(good.code).toBe(0);
  expect(good.stdout).toMatch(/good {2}clearcut-2 .*\ngood {2}finder /);

  const folder = join(dataDir, 'models', 'finder');
  const file = join(folder, 'model.onnx');
  const bytes = await readFile(file);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(file, bytes);
  const changed = await models('verify', 'finder', '--json');
  expect(changed.code).toBe(1);
  expect(JSON.parse(changed.stdout)).toMatchObject([{ name: 'finder', isGood: false }]);
  expect(changed.stdout).toMatch(/is not the one its manifest describes/);
  expect((await models('use', 'finder')).code).toBe(1);

  await rm(join(folder, 'acceptance.json'));
  expect((await models('verify', 'finder')).stdout).toMatch(/licence of the model finder .* has not been accepted/);
});

test('a damaged model, or one without accepted terms, is installed again as if it were missing', async () => {
  await offerFinder();
  const install = ['install', 'finder', '--accept-licence'] as const;
  expect((await models(...install)).code).toBe(0);
  expect((await models(...install)).stdout).toMatch(/installed already/);

  const folder = join(dataDir, 'models', 'finder');
  await rm(join(folder, 'acceptance.json'));
  const unseen = await models('install', 'finder');
  expect([unseen.code, unseen.stderr]).toEqual([2, expect.stringMatching(/--accept-licence/)]);
  expect((await models(...install)).stdout).toMatch(/is installed in/);
  expect((await models('use', 'finder')).code).toBe(0);

  await truncate(join(folder, 'model.onnx'), 100);
  expect((await models(...install)).code).toBe(0);
  expect((await models('verify', 'finder')).code).toBe(0);
  expect(await kept()).toEqual({ models: ['finder'], unfinished: [] });
});

test('a model’s cost on this machine is measured on demand, then shown', async () => {
  await offerFinder();
  const listed = async () => JSON.parse((await models('list', '--json')).stdout) as { name: string; cost?: unknown }[];
  expect((await listed()).every(({ cost }) => cost === undefined)).toBe(true);
  const measured = await models('measure', 'clearcut-2', '--json');
  expect(measured.code).toBe(0);
  const { seconds, memoryBytes } = JSON.parse(measured.stdout) as Record<string, number>;
  expect(seconds).toBeGreaterThan(0);
  expect(await listed()).toContainEqual(
    expect.objectContaining({ name: 'clearcut-2', cost: { seconds, memoryBytes }, isSecond: false }),
  );
  expect((await models('list')).stdout).toMatch(/\* {2}clearcut-2 .* a picture, /);
  expect((await models('measure', 'nowhere')).code).toBe(2);
});

test('refuses a recipe that does not match the file before anything is installed', async () => {
  await offerFinder();
  const list = await readFile(registry, 'utf8');
  await writeFile(registry, list.replace(/"width":\d+/, '"width":320'));
  const refused = await models('install', 'finder', '--accept-licence');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/The model finder does not run as its manifest says: .*320/);
  expect(await kept()).toEqual({ models: [], unfinished: [] });
});

test("measures two models side by side on one's own pictures", async () => {
  await offerFinder();
  expect((await models('install', 'finder', '--accept-licence')).code).toBe(0);
  const pictures = join(dataDir, 'pictures');
  await mkdir(pictures);
  const size = { width: 400, height: 300 };
  // The figure’s own outline, so that the truth differs from the model's answer.
  const truth =
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/>
    <ellipse cx="200" cy="150" rx="80" ry="100" fill="#fff"/><rect x="164" y="25" width="72" height="50" fill="#fff"/></svg>`);
  await figure(size).jpeg().toFile(join(pictures, 'vase.jpg'));
  await sharp(truth).png().toFile(join(pictures, 'vase.mask.png'));
  await figure(size).jpeg().toFile(join(pictures, 'turned.jpg'));
  await sharp(truth).rotate(90).png().toFile(join(pictures, 'turned.mask.png'));
  // Contains no subject; the check of the mask's size comes first.
  const wall = sharp({ create: { ...size, channels: 3, background: '#b0b4ae' } });
  await wall.jpeg().toFile(join(pictures, 'wall.jpg'));
  await sharp(truth).rotate(90).png().toFile(join(pictures, 'wall.mask.png'));
  await writeFile(join(pictures, 'broken.jpg'), 'no picture');
  await sharp(truth).png().toFile(join(pictures, 'broken.mask.png'));
  await figure(size).jpeg().toFile(join(pictures, 'alone.jpg'));

  const args = ['--images', 'pictures', '--masks', 'pictures', '--against', 'finder', '--sheet', 'sheet.png'];
  const measured = await models('evaluate', ...args, '--json');
  expect(measured.code).toBe(0);
  const { skipped, models: both } = JSON.parse(measured.stdout) as {
    skipped: { name: string; reason: string }[];
    models: { pictures: number; raw: Record<string, number>; refined: Record<string, number> }[];
  };
  expect(skipped.map(({ name, reason }) => `${name} ${reason}`).sort()).toEqual([
    'alone.jpg has no mask',
    'broken.jpg is no picture that can be decoded',
    'turned.jpg is 400 x 300 pixels, and its mask 300 x 400',
    'wall.jpg is 400 x 300 pixels, and its mask 300 x 400',
  ]);
  const [ours, theirs] = both;
  expect(ours?.pictures).toBe(1);
  expect(ours?.refined['iou']).toBeGreaterThan(0.8);
  expect(ours?.refined['boundary']).toBeGreaterThan(0);
  expect(theirs?.refined['iou']).toBeGreaterThan(0.8);
  // The same first network, without the detail network.
  expect(theirs?.raw).not.toEqual(ours?.raw);
  expect(await sharp(join(dataDir, 'sheet.png')).metadata()).toMatchObject({ format: 'png' });

  const evaluated = await models('evaluate', ...args.slice(0, 6));
  expect(evaluated.stdout).toMatch(/IoU at one half \(\+\) +0\.\d+ +0\.\d+ +0\.\d+ +0\.\d+\n/);
  const nothing = await models('evaluate', '--images', 'pictures', '--masks', 'models');
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringMatching(/^There is no picture in/)]);
});

test.skipIf(process.env['U2NETP_FP16'] === undefined)(
  'u2netp works with the recipe of the list (skipped unless U2NETP_FP16 names its ONNX file, in whichever precision)',
  async () => {
    registry = '';
    server = await serveModel(process.env['U2NETP_FP16'] ?? '');
    const { url, sha256 } = server;
    const refused = await models('install', 'u2netp', '--from', url, '--accept-licence');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is another file|is not the one/)]);
    const installed = await models('install', 'u2netp', '--from', url, '--sha256', sha256, '--accept-licence');
    expect(installed.code).toBe(0);
    expect((await models('verify', 'u2netp')).stdout).toMatch(/^good {2}u2netp/);
    expect((await models('use', 'u2netp')).code).toBe(0);
    expect(await cutOutBy()).toEqual({ name: 'u2netp', version: `rembg-v0.0.0+${sha256.slice(0, 8)}`, sha256 });
  },
);
