import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { imageResultSchema, type ImageJob, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { DEFAULT_SETTINGS, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { createComputeThread, type ComputeThread } from '../compute/compute.ts';
import type { Model } from '../models/model.ts';
import { createJobHandler } from './handle-job.ts';

vi.setConfig({ testTimeout: 120_000 });

const FRAME = { width: 1000, height: 600 };
const transactionId = randomUUID();
const noModel = undefined as unknown as Model;

let directory: string;
let blobStore: BlobStore;
let compute: ComputeThread;
let handle: ReturnType<typeof createJobHandler>;
let stored: Record<'original' | 'matte' | 'resized' | 'cutOut' | 'mask' | 'behind', ImageBlob>;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'renders-'));
  blobStore = await createDiskBlobStore({ directory });
  compute = createComputeThread();
  const log = createLogger('test', { logLevel: 'silent' });
  handle = createJobHandler({ blobStore, model: noModel, compute, log });
  const preview = { width: 500, height: 300 };
  stored = {
    original: await put(svg(FRAME, '#3060c0', '#d02020')),
    matte: await put(svg(FRAME, '#000', '#fff').extractChannel(0)),
    resized: await put(svg(preview, '#3060c0', '#d02020')),
    cutOut: await put(svg(preview, 'none', '#d02020')),
    mask: await put(sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } }).extractChannel(0)),
    behind: await put(sharp({ create: { width: 64, height: 64, channels: 3, background: '#20c040' } })),
  };
});

afterAll(async () => {
  await compute.close();
  await rm(directory, { recursive: true });
});

function svg({ width, height }: { width: number; height: number }, ground: string, thing: string) {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="${ground}"/>
      <rect x="30%" y="20%" width="40%" height="60%" fill="${thing}"/></svg>`),
  );
}

async function put(image: Sharp): Promise<ImageBlob> {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  const blob = `transaction/${transactionId}/${randomUUID()}`;
  const written = await blobStore.put(blob, data);
  return { ...written, blob, mediaType: 'image/png', width: info.width, height: info.height };
}

const common = () => ({
  jobId: randomUUID(),
  transactionId,
  correlationId: 'test',
  original: { ...stored.original, opId: randomUUID() },
  subject: AUTO,
  askedAt: null,
});

async function run<Kind extends ImageResult['kind']>(
  job: ImageJob,
  kind: Kind,
): Promise<Extract<ImageResult, { kind: Kind }>> {
  const outcome = await handle({ body: job, attempt: 1, signal: new AbortController().signal });
  const result = imageResultSchema.parse(outcome.publish?.[0]?.messages[0]?.body);
  expect(result).toMatchObject({ kind });
  return result as Extract<ImageResult, { kind: Kind }>;
}

async function pixel(image: ImageBlob, x: number, y: number): Promise<number[]> {
  const bytes = await blobStore.read(image.blob);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([image.width, image.height]);
  const i = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
  return [...data.subarray(i, i + 4)];
}

const refined = () => ({ matte: stored.matte, isRefined: true, preview: stored.cutOut });

const scene = () => ({
  masks: [{ mode: 'erase' as const, box: { x: 300, y: 120, width: 200, height: 360 }, mask: stored.mask }],
  settings: { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, id: randomUUID() } },
  customBackground: stored.behind,
});

test("an edit's preview and HD file show the same picture, and repeating a job makes the same bytes", async () => {
  const opId = randomUUID();
  const preview: ImageJob = {
    ...common(),
    kind: 'render-preview',
    opId,
    scene: scene(),
    resized: stored.resized,
    cutOut: stored.cutOut,
  };
  const { edited, cutOut } = await run(preview, 'preview-rendered');
  expect(edited).toMatchObject({ opId, width: 500, height: 300 });
  expect(cutOut).toEqual(stored.cutOut);
  const hdJob: ImageJob = { ...common(), kind: 'render-hd', saveId: randomUUID(), scene: scene(), ...refined() };
  const { file, saveId } = await run(hdJob, 'hd-rendered');
  expect(file).toMatchObject({ width: 1000, height: 600, mediaType: 'image/png' });
  expect(saveId).toBe(hdJob.saveId);
  for (const image of [edited, file]) {
    expect(await pixel(image, 0.1, 0.5)).toEqual([0x20, 0xc0, 0x40, 255]);
    expect(await pixel(image, 0.4, 0.5)).toEqual([0x20, 0xc0, 0x40, 255]);
    expect(await pixel(image, 0.6, 0.5)).toEqual([0xd0, 0x20, 0x20, 255]);
  }
  const [once, again] = [await run(hdJob, 'hd-rendered'), await run(hdJob, 'hd-rendered')];
  expect({ ...again, work: null }).toEqual({ ...once, work: null });
});

test('a picture that decodes to other dimensions than stored is not squashed: its save fails', async () => {
  const job = { ...common(), kind: 'render-hd' as const, saveId: randomUUID(), scene: scene(), ...refined() };
  const onItsSide = { ...job.original, width: FRAME.height, height: FRAME.width };
  const result = await run({ ...job, original: onItsSide }, 'failed');
  expect(result).toMatchObject({ job: 'render-hd', target: job.saveId, errorCode: 'image_unreadable' });
});

test("a stock background comes from the product's files, and a small matte is enlarged", async () => {
  const settings = { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, id: 'studio-white' } };
  const coarse = await put(svg({ width: 100, height: 60 }, '#000', '#fff').extractChannel(0));
  const job = {
    ...common(),
    saveId: randomUUID(),
    scene: { masks: [], settings, customBackground: null },
    matte: coarse,
    preview: null,
  };
  // Null: an older job.
  for (const isRefined of [false, null]) {
    const { file } = await run({ ...job, kind: 'render-hd', isRefined }, 'hd-rendered');
    expect(await pixel(file, 0.5, 0.5)).toEqual([0xd0, 0x20, 0x20, 255]);
    const behind = await pixel(file, 0.02, 0.02);
    expect(Math.min(...behind)).toBeGreaterThan(180);
  }
});

test('an unrefined matte of full size is stretched as in the preview; a refined one is drawn unchanged', async () => {
  const unsure = await put(svg(FRAME, '#141414', '#f0f0f0').extractChannel(0));
  const plain = { masks: [], settings: { ...DEFAULT_SETTINGS, background: TRANSPARENT }, customBackground: null };
  const job = {
    ...common(),
    kind: 'render-hd' as const,
    saveId: randomUUID(),
    scene: plain,
    matte: unsure,
    preview: null,
  };
  const alphasOf = async (isRefined: boolean | null) => {
    const { file } = await run({ ...job, isRefined }, 'hd-rendered');
    return [(await pixel(file, 0.1, 0.5))[3], (await pixel(file, 0.5, 0.5))[3]];
  };
  expect(await alphasOf(false)).toEqual([0, 255]);
  expect(await alphasOf(true)).toEqual([0x14, 0xf0]);
  // An older job.
  expect(await alphasOf(null)).toEqual([0x14, 0xf0]);
});

test('a stroke or background that cannot be decoded fails at once, and is named', async () => {
  const { data } = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const blob = `transaction/${transactionId}/${randomUUID()}`;
  const damaged = { ...stored.mask, ...(await blobStore.put(blob, data.subarray(0, 45))), blob };
  const job = { ...common(), kind: 'render-hd' as const, saveId: randomUUID(), ...refined() };
  const [mask] = scene().masks;
  for (const wrong of [
    { ...scene(), masks: [{ ...mask!, mask: damaged }] },
    { ...scene(), customBackground: damaged },
  ]) {
    const result = await run({ ...job, scene: wrong }, 'failed');
    expect(result).toMatchObject({ job: 'render-hd', target: job.saveId, errorCode: 'edit_unreadable' });
  }
  // The product's own damaged picture fails differently.
  const settings = { ...DEFAULT_SETTINGS, background: TRANSPARENT };
  const plain = { ...scene(), settings, masks: [], customBackground: null };
  await expect(run({ ...job, scene: plain, matte: damaged }, 'failed')).rejects.toThrow();
});

const matteOf = (ground: string, subject: string) => put(svg(FRAME, ground, subject).extractChannel(0));

test('does not make an HD file that shows nothing of the subject or a different one than its preview', async () => {
  const plain = { masks: [], settings: DEFAULT_SETTINGS, customBackground: null };
  const coloured = { ...plain, settings: { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, color: '#ffffff' } } };
  const shown = { ...plain, settings: { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, base: true } } };
  const job = { ...common(), kind: 'render-hd' as const, saveId: randomUUID(), isRefined: true, preview: null };
  for (const scene of [plain, coloured]) {
    for (const matte of [await matteOf('#000', '#000'), await matteOf('#020202', '#505050')]) {
      const result = await run({ ...job, scene, matte }, 'failed');
      expect(result).toMatchObject({ job: 'render-hd', target: job.saveId, errorCode: 'subject_lost' });
    }
  }
  await run({ ...job, scene: shown, matte: await matteOf('#000', '#000') }, 'hd-rendered');
  const other = { ...job, scene: plain, matte: await matteOf('#fff', '#000') };
  await run(other, 'hd-rendered');
  expect(await run({ ...other, preview: stored.cutOut }, 'failed')).toMatchObject({ errorCode: 'subject_lost' });
});

const exportJob = (options: ExportOptions): ImageJob => ({
  ...common(),
  kind: 'make-export',
  exportId: randomUUID(),
  source: stored.cutOut,
  options,
});

test('an export is cropped to its subject, with its margin and colour, in the requested format', async () => {
  const jpg = exportJob({ format: 'jpg', crop: 'subject', margin: 10, background: '#ffee00', layout: null });
  const { file } = await run(jpg, 'export-made');
  expect(file).toMatchObject({ mediaType: 'image/jpeg', width: 240, height: 220 });
  const corner = await pixel(file, 0.01, 0.01);
  expect(Math.abs(corner[0]! - 255) + Math.abs(corner[1]! - 238) + corner[2]!).toBeLessThan(12);
  const webp = await run(
    exportJob({ format: 'webp', crop: 'none', margin: 0, background: null, layout: null }),
    'export-made',
  );
  expect(webp.file).toMatchObject({ mediaType: 'image/webp', width: 500, height: 300 });
  expect((await pixel(webp.file, 0.05, 0.05))[3]).toBe(0);
});

const exportOf = async (source: ImageBlob, options: ExportOptions): Promise<ImageBlob> => {
  const job = { ...exportJob(options), source } as ImageJob;
  return (await run(job, 'export-made')).file;
};

test('exports an HD file that rounding made larger than an upload may be', async () => {
  const vast = await put(sharp({ create: { width: 7906, height: 6325, channels: 3, background: '#20c040' } }));
  const jpg = { format: 'jpg', crop: 'none', margin: 0, background: null, layout: null } as const;
  expect(await exportOf(vast, jpg)).toMatchObject({ width: 7906, height: 6325 });
});

test("a picture of the maximum width becomes a WebP of the format's maximum width", async () => {
  const wide = await put(sharp({ create: { width: 16_384, height: 12, channels: 3, background: '#20c040' } }));
  const webp = { format: 'webp', crop: 'none', margin: 0, background: null, layout: null } as const;
  expect(await exportOf(wide, webp)).toMatchObject({ width: 16_383, height: 12, mediaType: 'image/webp' });
});

test('a render whose picture was deleted meanwhile names its save', async () => {
  const saveId = randomUUID();
  const matte = { ...stored.matte, blob: `transaction/${transactionId}/gone` };
  const job: ImageJob = { ...common(), kind: 'render-hd', saveId, scene: scene(), ...refined(), matte };
  expect(await run(job, 'failed')).toMatchObject({ job: 'render-hd', target: saveId });
});
