/** A replay detects each change at its own step only. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { type BlobStore, BlobNotFoundError } from '@clearcut/platform/blob-store/port';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { filesMade } from '@clearcut/schemas/support/replay/replay';
import type { RecordedStep } from '@clearcut/schemas/support/replay/jobs';
import { type ImageJob, type ImageResult, imageResultSchema } from '@clearcut/schemas/transaction/jobs';
import { DEFAULT_SETTINGS, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ComputeThread, createComputeThread } from '../compute/compute.ts';
import { loadModel, type Model } from '../models/model.ts';
import { createJobHandler } from '../pipeline/handle-job.ts';
import { CURRENT_VERSIONS } from '../pipeline/versions.ts';
import type { ModelCache } from '../models/model-cache.ts';
import { modelsNeeded, modelsOfStep } from './models-of-step.ts';
import { overlayBlobStore } from './overlay-blob-store.ts';
import { replayStep, VersionMissingError, versionsOf } from './replay-step.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIZE = { width: 640, height: 480 };
const log = createLogger('test', { logLevel: 'silent' });
const bundled = fileURLToPath(new URL('../../models/clearcut-2/', import.meta.url));

let directory: string;
let blobStore: BlobStore;
let model: Model;
let compute: ComputeThread;
let recorded: RecordedStep[];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'replay-'));
  blobStore = await createDiskBlobStore({ directory: path.join(directory, 'blobs') });
  model = await loadModel(bundled);
  compute = createComputeThread();
  recorded = await recordPicture();
});
afterAll(async () => {
  await compute.close();
  await model.close();
  await rm(directory, { recursive: true });
});

async function recordPicture(): Promise<RecordedStep[]> {
  const handle = createJobHandler({ blobStore, model, compute, log });
  const steps: RecordedStep[] = [];
  async function done<Kind extends ImageResult['kind']>(job: ImageJob, _kind: Kind) {
    const outcome = await handle({ body: job, attempt: 1, signal: new AbortController().signal });
    const result = imageResultSchema.parse(outcome.publish?.[0]?.messages[0]?.body);
    const renderer = 'renderer' in result ? (result.renderer?.version ?? null) : null;
    const refinement = result.kind === 'matte-refined' ? result.refinement.version : null;
    const sha256 = 'model' in result ? (result.model?.sha256 ?? null) : null;
    steps.push({ job, files: filesMade(result), ending: null, model: sha256, refinement, renderer });
    return result as Extract<ImageResult, { kind: Kind }>;
  }
  const transactionId = randomUUID();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="100%" height="100%" fill="#d8d8d4"/><circle cx="320" cy="240" r="150" fill="#a22"/></svg>`;
  const blob = `transaction/${transactionId}/original`;
  const stored = await blobStore.put(blob, await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer());
  const original = { ...stored, ...SIZE, blob, opId: randomUUID(), mediaType: 'image/png' } as const;
  const about = () => ({
    jobId: randomUUID(),
    transactionId,
    correlationId: 'test',
    original,
    subject: AUTO,
    askedAt: null,
  });
  const cut = await done({ ...about(), kind: 'remove-background', model: null }, 'background-removed');
  const { coarseMatte, resized } = cut;
  const refined = await done({ ...about(), kind: 'refine-matte', model: null, coarseMatte }, 'matte-refined');
  const settings = { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, color: '#336699' } };
  const scene = { masks: [], settings, customBackground: null };
  const preview = { ...about(), kind: 'render-preview', opId: randomUUID(), scene, resized } as const;
  await done({ ...preview, cutOut: refined.improved }, 'preview-rendered');
  const hd = { ...about(), kind: 'render-hd', saveId: randomUUID(), scene, matte: refined.matte } as const;
  await done({ ...hd, isRefined: true, preview: refined.improved }, 'hd-rendered');
  return steps;
}

async function verdicts(changed: { model?: Model; compute?: Partial<ComputeThread> } = {}): Promise<string[]> {
  const overlay = overlayBlobStore(blobStore);
  const found: string[] = [];
  for (const step of recorded) {
    const deps = {
      blobStore: overlay,
      model: changed.model ?? model,
      compute: { ...compute, ...changed.compute },
      log,
      signal: new AbortController().signal,
    };
    const { step: again } = await replayStep(step, versionsOf(step, 'then'), deps);
    found.push(`${again.job} ${again.verdict}`);
  }
  return found;
}

test('with nothing changed, every step is identical', async () => {
  expect(await verdicts()).toEqual([
    'remove-background identical',
    'refine-matte identical',
    'render-preview identical',
    'render-hd identical',
  ]);
});

test('reports a model with one weight changed where it ran, and nowhere else', async () => {
  const changed = await withOneWeightChanged();
  try {
    expect(await verdicts({ model: changed })).toEqual([
      'remove-background different',
      'refine-matte identical',
      'render-preview identical',
      'render-hd identical',
    ]);
  } finally {
    await changed.close();
  }
});

const isWeight = (value: number): boolean => Math.abs(value) > 1e-6 && Math.abs(value) < 2;

async function withOneWeightChanged(): Promise<Model> {
  const bytes = await readFile(path.join(bundled, 'model.onnx'));
  const manifest = JSON.parse(await readFile(path.join(bundled, 'manifest.json'), 'utf8')) as object;
  let at = Math.floor(bytes.length / 2);
  const areWeights = (from: number): boolean =>
    Array.from({ length: 64 }, (_, n) => bytes.readFloatLE(from + 4 * n)).every(isWeight);
  while (!areWeights(at)) at += 1;
  bytes.writeFloatLE(64, at);
  const folder = path.join(directory, 'changed');
  await mkdir(folder);
  await writeFile(path.join(folder, 'model.onnx'), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, sha256, detail: undefined }));
  return loadModel(folder);
}

const refine: ComputeThread['refine'] = (original, coarse, _version, renderer) =>
  compute.refine(original, coarse, 2, renderer);

test('reports a changed refinement only at the refinement', async () => {
  expect(await verdicts({ compute: { refine } })).toEqual([
    'remove-background identical',
    'refine-matte different',
    'render-preview identical',
    'render-hd identical',
  ]);
});

const paler = <Scene extends Parameters<ComputeThread['renderHd']>[0]>(scene: Scene): Scene => ({
  ...scene,
  settings: { ...scene.settings, background: { ...scene.settings.background, color: '#34679a' } },
});

test('reports a changed compositor only at the drawing steps', async () => {
  const changed: Partial<ComputeThread> = {
    renderPreview: (scene, pictures) => compute.renderPreview(paler(scene), pictures),
    renderHd: (scene, ...rest) => compute.renderHd(paler(scene), ...rest),
  };
  expect(await verdicts({ compute: changed })).toEqual([
    'remove-background identical',
    'refine-matte identical',
    'render-preview different',
    'render-hd different',
  ]);
});

test('calls the renderer and refinement of that time by version, and names a missing one', () => {
  const [cut] = recorded;
  if (cut === undefined) throw new Error('Nothing was recorded');
  const old = { ...cut, refinement: 2, renderer: 1 };
  expect(versionsOf(old, 'then')).toEqual({ refinement: 2, renderer: 1 });
  expect(versionsOf(old, 'now')).toEqual(CURRENT_VERSIONS);
  expect(versionsOf({ ...cut, refinement: null, renderer: null }, 'then')).toEqual(CURRENT_VERSIONS);
  expect(() => versionsOf({ ...old, refinement: 99 }, 'then')).toThrow(new VersionMissingError('refinement 99'));
});

test('refines a matte again with the model that its event names, and with no second one if it names none', async () => {
  const [, refined] = recorded;
  if (refined === undefined) throw new Error('Nothing was recorded');
  const stronger = { ...model, identity: { ...model.identity, name: 'stronger', sha256: '7'.repeat(64) } };
  const models: ModelCache = {
    first: model,
    named: () => Promise.resolve(stronger),
    withDigest: (sha256) => Promise.resolve([model, stronger].find(({ identity }) => identity.sha256 === sha256)),
    close: () => Promise.resolve(),
  };
  const deps = { models, second: () => Promise.resolve(model) };
  const byStronger = { ...refined, model: stronger.identity.sha256 };
  expect(await (await modelsOfStep(byStronger, 'then', deps)).second?.()).toBe(stronger);
  expect((await modelsOfStep(refined, 'then', deps)).second).toBeUndefined();
  expect(await modelsOfStep(refined, 'now', deps)).toEqual({ model, second: deps.second });
  const [cut] = recorded;
  if (cut === undefined) throw new Error('Nothing was recorded');
  const named = { model: stronger.identity.sha256 };
  expect((await modelsOfStep(cut, named, deps)).model).toBe(stronger);
  expect((await modelsOfStep(cut, { renderer: 1 }, deps)).model).toBe(model);
  expect((await modelsOfStep(refined, named, deps)).second).toBeUndefined();
  const ofThen = [model.identity.sha256];
  expect(modelsNeeded(ofThen, named)).toEqual([named.model]);
  expect([modelsNeeded(ofThen, { renderer: 1 }), modelsNeeded(ofThen, 'now')]).toEqual([ofThen, []]);
  const missing = modelsOfStep({ ...refined, model: '0'.repeat(64) }, 'then', deps);
  await expect(missing).rejects.toThrow(new VersionMissingError(`model ${'0'.repeat(64)}`));
});

test('versions named by a replay override the log’s; the rest is as recorded', () => {
  const [cut] = recorded;
  if (cut === undefined) throw new Error('Nothing was recorded');
  const old = { ...cut, refinement: 2, renderer: 1 };
  expect(versionsOf(old, { renderer: 2 })).toEqual({ refinement: 2, renderer: 2 });
  expect(versionsOf(old, { refinement: 3 })).toEqual({ refinement: 3, renderer: 1 });
  expect(() => versionsOf(old, { renderer: 99 })).toThrow(new VersionMissingError('renderer 99'));
});

test('an older renderer draws what it drew then', async () => {
  const hd = recorded.at(-1);
  if (hd === undefined) throw new Error('Nothing was recorded');
  const deps = { model, compute, log, signal: new AbortController().signal };
  const made = async (renderer: 1 | 2) =>
    (await replayStep(hd, { refinement: 3, renderer }, { ...deps, blobStore: overlayBlobStore(blobStore) })).made;
  expect((await made(1))['file']?.sha256).not.toBe((await made(2))['file']?.sha256);
});

test('a picture without its files is reported gone, not different', async () => {
  const [cut] = recorded;
  if (cut === undefined) throw new Error('Nothing was recorded');
  const emptied = await createDiskBlobStore({ directory: path.join(directory, 'emptied') });
  const deps = { blobStore: overlayBlobStore(emptied), model, compute, log, signal: new AbortController().signal };
  await expect(replayStep(cut, CURRENT_VERSIONS, deps)).rejects.toThrow(BlobNotFoundError);
});
