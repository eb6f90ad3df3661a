import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { BlobFaultError, type BlobStore } from '@clearcut/platform/blob-store/port';
import { RetryLaterError, UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { RENDERER, DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { AUTO, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { imageResultSchema, type ImageJob, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import { createComputeThread, type ComputeThread } from '../compute/compute.ts';
import { ModelError } from '../models/manifest.ts';
import { loadModel, type Model } from '../models/model.ts';
import type { Raster } from '../pixels/raster.ts';
import { createJobHandler, deadJobOutcome } from './handle-job.ts';

// Real model, real pixels: seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIZE = { width: 900, height: 720 };
const log = createLogger('test', { logLevel: 'silent' });

let directory: string;
let blobStore: BlobStore;
let model: Model;
let compute: ComputeThread;
let handle: ReturnType<typeof createJobHandler>;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'jobs-'));
  blobStore = await createDiskBlobStore({ directory });
  model = await loadModel(fileURLToPath(new URL('../../models/clearcut-2/', import.meta.url)));
  compute = createComputeThread();
  handle = createJobHandler({ blobStore, model, compute, log });
});

afterAll(async () => {
  await compute.close();
  await model.close();
  await rm(directory, { recursive: true });
});

function ball(): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <defs><radialGradient id="g" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#f88"/><stop offset="1" stop-color="#600"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="#d8d8d4"/><circle cx="450" cy="360" r="230" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

async function jobFor(
  bytes: Uint8Array,
  subject: SubjectChoice = AUTO,
): Promise<Extract<ImageJob, { kind: 'remove-background' }>> {
  const transactionId = randomUUID();
  const blob = `transaction/${transactionId}/original`;
  const stored = await blobStore.put(blob, bytes);
  const original = { ...stored, ...SIZE, blob, opId: randomUUID(), mediaType: 'image/png' } as const;
  const about = { jobId: randomUUID(), transactionId, correlationId: 'test', original, subject };
  return { kind: 'remove-background', ...about, model: null, askedAt: new Date().toISOString() };
}

const run = (body: unknown, signal = new AbortController().signal) => runOn(handle, body, signal);

async function runOn(
  handler: typeof handle,
  body: unknown,
  signal: AbortSignal,
): Promise<{ id: string; result: ImageResult }> {
  const outcome = await handler({ body, attempt: 1, signal });
  const message = outcome.publish?.[0]?.messages[0];
  expect(outcome.publish?.[0]?.topic).toBe('image-results');
  return { id: message?.id ?? '', result: imageResultSchema.parse(message?.body) };
}

function assertKind<K extends ImageResult['kind']>(
  result: ImageResult,
  kind: K,
): asserts result is Extract<ImageResult, { kind: K }> {
  expect(result.kind).toBe(kind);
}

const untimed = ({ id, result }: { id: string; result: ImageResult }) => ({ id, result: { ...result, work: null } });

async function pixel(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const i = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(i, i + info.channels)];
}

async function expectBlob(image: ImageBlob): Promise<Buffer> {
  const bytes = await blobStore.read(image.blob);
  const { width, height, format } = await sharp(bytes).metadata();
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(image.sha256);
  expect({ bytes: bytes.length, width, height, mediaType: `image/${format}` }).toEqual({
    bytes: image.bytes,
    width: image.width,
    height: image.height,
    mediaType: image.mediaType,
  });
  return bytes;
}

test('cuts a subject out, refines it, and makes the same bytes when the jobs are repeated', async () => {
  const job = await jobFor(await ball().jpeg({ quality: 92 }).toBuffer());
  const { id, result } = await run(job);
  assertKind(result, 'background-removed');
  expect([result.resized.width, result.resized.height]).toEqual([500, 400]);
  // Plain ground: corrected at the picture's own size.
  expect(result.coarseMatte.width).toBe(900);
  expect(result.model).toEqual(model.identity);
  await expectBlob(result.resized);
  await expectBlob(result.coarseMatte);
  const cutOut = await expectBlob(result.transformed);
  expect((await pixel(cutOut, 0.5, 0.5))[3]).toBeGreaterThan(230);
  for (const [x, y] of [
    [0.03, 0.03],
    [0.97, 0.03],
    [0.03, 0.97],
    [0.97, 0.97],
  ] as const) {
    expect((await pixel(cutOut, x, y))[3]).toBeLessThan(25);
  }
  expect(untimed(await run(job))).toEqual(untimed({ id, result }));
  expect(result.renderer).toEqual(RENDERER);
  const { queuedMs, ms, environment } = result.work ?? {};
  expect([typeof queuedMs, typeof ms, result.work?.attempt]).toEqual(['number', 'number', 1]);
  expect(environment).toMatchObject({ node: process.versions.node, arch: process.arch, libvips: sharp.versions.vips });

  const refineJob: ImageJob = { ...job, kind: 'refine-matte', jobId: randomUUID(), coarseMatte: result.coarseMatte };
  const refined = await run(refineJob);
  assertKind(refined.result, 'matte-refined');
  expect([refined.result.matte.width, refined.result.matte.height]).toEqual([SIZE.width, SIZE.height]);
  const matte = await expectBlob(refined.result.matte);
  expect((await sharp(matte).metadata()).channels).toBe(1);
  expect((await pixel(matte, 0.5, 0.5))[0]).toBeGreaterThan(230);
  expect((await pixel(matte, 0.03, 0.03))[0]).toBeLessThan(25);
  expect((await pixel(await expectBlob(refined.result.improved), 0.5, 0.5))[3]).toBeGreaterThan(230);
  expect(untimed(await run(refineJob))).toEqual(untimed(refined));
});

test('keeps pixels that were already transparent', async () => {
  const hidden = Buffer.from(
    '<svg width="900" height="720"><rect x="450" width="450" height="720" fill="#000"/></svg>',
  );
  // Encoded in between: one pipeline would restore alpha after the composition.
  const opaque = await ball().png().toBuffer();
  const half = sharp(opaque).composite([{ input: hidden, blend: 'dest-out' }]);
  const job = await jobFor(await half.png().toBuffer());
  expect((await pixel(await blobStore.read(job.original.blob), 0.6, 0.5))[3]).toBe(0);
  const { result } = await run(job);
  assertKind(result, 'background-removed');
  const transformed = await blobStore.read(result.transformed.blob);
  expect((await pixel(transformed, 0.4, 0.5))[3]).toBeGreaterThan(200);
  expect(await pixel(transformed, 0.6, 0.5)).toEqual([0, 0, 0, 0]);
  const refined = await run({ ...job, kind: 'refine-matte', coarseMatte: result.coarseMatte });
  assertKind(refined.result, 'matte-refined');
  expect(await pixel(await blobStore.read(refined.result.improved.blob), 0.6, 0.5)).toEqual([0, 0, 0, 0]);
});

test('reports when there is no subject', async () => {
  const empty = sharp({ create: { ...SIZE, channels: 3, background: '#c8ccd0' } });
  const { result } = await run(await jobFor(await empty.png().toBuffer()));
  assertKind(result, 'subject-not-found');
  expect(result.model).toEqual(model.identity);
});

test('damaged and deleted pictures give results, not retries', async () => {
  const bytes = await ball().jpeg().toBuffer();
  const damaged = await run(await jobFor(bytes.subarray(0, bytes.length / 2)));
  expect(damaged.result).toMatchObject({ kind: 'failed', job: 'remove-background', errorCode: 'image_unreadable' });

  const job = await jobFor(bytes);
  const { result } = await run(job);
  assertKind(result, 'background-removed');
  const refineJob = { ...job, kind: 'refine-matte', coarseMatte: result.coarseMatte };
  await blobStore.put(job.original.blob, bytes.subarray(0, bytes.length / 2));
  expect((await run(refineJob)).result).toMatchObject({ job: 'refine-matte', errorCode: 'image_unreadable' });
  await blobStore.deletePrefix(`transaction/${job.transactionId}/`);
  expect((await run(refineJob)).result).toMatchObject({ job: 'refine-matte', errorCode: 'background_removal_failed' });
});

test('a worker that lost its job to another one publishes nothing', async () => {
  const job = await jobFor(await ball().jpeg().toBuffer());
  const lost = new Error('lease lost');
  await expect(run(job, AbortSignal.abort(lost))).rejects.toBe(lost);
});

test('a stop does not wait for further looks of the model', async () => {
  const stopping = new AbortController();
  let looks = 0;
  const stoppedAt: Model = {
    ...model,
    infer(image) {
      looks += 1;
      stopping.abort(new Error('stopped'));
      return model.infer(image);
    },
  };
  const job = await jobFor(await ball().jpeg().toBuffer());
  const stopped = createJobHandler({ blobStore, model: stoppedAt, compute, log });
  await expect(stopped({ body: job, attempt: 1, signal: stopping.signal })).rejects.toThrow('stopped');
  expect(looks).toBe(1);
});

const secondModel = (change: Partial<Model> = {}): Model => ({
  ...model,
  identity: { name: 'stronger', version: '1', sha256: '7'.repeat(64) },
  ...change,
});

async function refinement(): Promise<{ job: ImageJob; alone: Extract<ImageResult, { kind: 'matte-refined' }> }> {
  const cutOut = await jobFor(await ball().jpeg().toBuffer());
  const { result } = await run(cutOut);
  assertKind(result, 'background-removed');
  const job: ImageJob = { ...cutOut, kind: 'refine-matte', jobId: randomUUID(), coarseMatte: result.coarseMatte };
  const alone = await run(job);
  assertKind(alone.result, 'matte-refined');
  return { job, alone: alone.result };
}

const refinedBy = async (job: ImageJob, second: () => Promise<Model>, signal = new AbortController().signal) =>
  runOn(createJobHandler({ blobStore, model, second, compute, log }), job, signal);

test("a second model's own matte is refined and named", async () => {
  const { job, alone } = await refinement();
  expect(alone.model).toBeNull();
  const { width } = model.inputSize;
  const half = async (image: Raster) =>
    (await model.infer(image)).map((value, i) => (i % width < width / 2 ? value : 0));
  const stronger = secondModel({ closerLook: false, infer: half });
  const { result } = await refinedBy(job, () => Promise.resolve(stronger));
  assertKind(result, 'matte-refined');
  expect(result.model).toEqual(stronger.identity);
  const matte = await expectBlob(result.matte);
  expect([(await pixel(matte, 0.4, 0.5))[0], (await pixel(matte, 0.65, 0.5))[0]]).toEqual([255, 0]);
});

test('a second model that is unsure of the subject leaves the first matte unchanged', async () => {
  const { job, alone } = await refinement();
  const { width, height } = model.inputSize;
  const blind = secondModel({ infer: () => Promise.resolve(new Float32Array(width * height)) });
  const { result } = await refinedBy(job, () => Promise.resolve(blind));
  expect({ ...result, work: null }).toEqual({ ...alone, work: null });
});

test('a picture with a model of its own skips the second model', async () => {
  const { job, alone } = await refinement();
  const asked = { ...job, model: 'one of its own' } as ImageJob;
  const { result } = await refinedBy(asked, () => Promise.reject(new Error('Asked for a second model')));
  expect({ ...result, work: null }).toEqual({ ...alone, work: null });
});

test('a second model is loaded only when a matte is refined, and one that fails to load causes a retry', async () => {
  let loads = 0;
  const missing = () => {
    loads += 1;
    return Promise.reject(new ModelError('There is no model stronger here'));
  };
  const cutOut = await jobFor(await ball().jpeg().toBuffer());
  const { result } = await refinedBy(cutOut, missing);
  assertKind(result, 'background-removed');
  expect(loads).toBe(0);
  const job: ImageJob = { ...cutOut, kind: 'refine-matte', jobId: randomUUID(), coarseMatte: result.coarseMatte };
  await expect(refinedBy(job, missing)).rejects.toThrow(ModelError);
});

test('a stop does not wait for further looks of a second model', async () => {
  const { job } = await refinement();
  const stopping = new AbortController();
  let looks = 0;
  const slow = secondModel({
    infer(image) {
      looks += 1;
      stopping.abort(new Error('stopped'));
      return model.infer(image);
    },
  });
  await expect(refinedBy(job, () => Promise.resolve(slow), stopping.signal)).rejects.toThrow('stopped');
  expect(looks).toBe(1);
});

test('a stop does not wait for arithmetic on a large picture, or the aborted attempt would count', async () => {
  const bytes = await ball().jpeg().toBuffer();
  const job = await jobFor(bytes);
  const { original } = job;
  const refineJob: ImageJob = { ...job, kind: 'refine-matte', coarseMatte: { ...original, mediaType: 'image/png' } };
  const stopping = new AbortController();
  const endless: ComputeThread = {
    ...compute,
    refine() {
      stopping.abort(new Error('stopped'));
      return new Promise(() => undefined);
    },
  };
  const stopped = createJobHandler({ blobStore, model, compute: endless, log });
  await expect(stopped({ body: refineJob, attempt: 1, signal: stopping.signal })).rejects.toThrow('stopped');
});

test('a picture whose store fails is retried later, and not given up within seconds', async () => {
  const job = await jobFor(Buffer.from('x'));
  const fault = new BlobFaultError(job.original.blob, new Error('500'));
  const failing: BlobStore = { ...blobStore, read: () => Promise.reject(fault) };
  const failed = createJobHandler({ blobStore: failing, model, compute, log });
  const { signal } = new AbortController();
  await expect(failed({ body: job, attempt: 1, signal })).rejects.toBeInstanceOf(RetryLaterError);
});

test('an invalid message is dead-lettered at once, and a dead job still has a result', async () => {
  await expect(run({ kind: 'remove-background' })).rejects.toBeInstanceOf(UnprocessableMessageError);
  const job = await jobFor(Buffer.from('x'));
  const body = deadJobOutcome({ body: job }).publish?.[0]?.messages[0]?.body;
  expect(body).toMatchObject({ kind: 'failed', jobId: job.jobId, errorCode: 'background_removal_failed' });
  expect(deadJobOutcome({ body: 'no job' })).toEqual({});

  const source = { ...job.original, blob: 'transaction/x/file' };
  const others = [
    {
      kind: 'render-hd',
      saveId: randomUUID(),
      matte: source,
      scene: { masks: [], settings: DEFAULT_SETTINGS, customBackground: null },
    },
    {
      kind: 'make-export',
      exportId: randomUUID(),
      source,
      options: { format: 'png', crop: 'none', margin: 0, background: null },
    },
  ];
  const codes = others.map((other) => deadJobOutcome({ body: { ...job, ...other } }).publish?.[0]?.messages[0]?.body);
  expect(codes).toMatchObject([{ errorCode: 'render_failed' }, { errorCode: 'export_failed' }]);
});

test('a job gets the model it names; a missing model fails without retries', async () => {
  const job = { ...(await jobFor(await ball().jpeg().toBuffer())), model: 'other' };
  const other = secondModel();
  const { signal } = new AbortController();
  const asked: string[] = [];
  const named = (name: string) => {
    asked.push(name);
    return name === 'other' ? Promise.resolve(other) : Promise.reject(new ModelError(`There is no model ${name} here`));
  };
  const handleNamed = createJobHandler({ blobStore, model, named, compute, log });
  const { result } = await runOn(handleNamed, job, signal);
  assertKind(result, 'background-removed');
  expect(result.model).toEqual(other.identity);
  expect((await runOn(handleNamed, { ...job, model: null }, signal)).result).toMatchObject({ model: model.identity });
  expect(asked).toEqual(['other']);
  expect((await runOn(handleNamed, { ...job, model: 'gone' }, signal)).result).toMatchObject({
    kind: 'failed',
    job: 'remove-background',
    errorCode: 'model_missing',
  });
});
