import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { crc32 } from 'node:zlib';
import { createComputeThread, type ComputeThread } from '@clearcut/inference-worker/compute/compute';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { loadModelNamed } from '@clearcut/inference-worker/models/library';
import type { Model } from '@clearcut/inference-worker/models/model';
import { createJobHandler } from '@clearcut/inference-worker/pipeline/handle-job';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { makeExport } from '@clearcut/inference-worker/render/make-export';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import { imageResultSchema, type ImageJob, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSession, NoSubjectError, removeBackground, UnreadablePictureError, type Session } from './index.ts';

// Real model, real pixels: seconds.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const SIZE = { width: 640, height: 480 };
let folder: string;
let model: Model;
let compute: ComputeThread;
let session: Session;
let jpeg: Buffer;
let png: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'library-'));
  model = await loadModelNamed(folder, DEFAULT_MODEL);
  compute = createComputeThread();
  session = await createSession();
  const ball = sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
      <defs><radialGradient id="g" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#f88"/><stop offset="1" stop-color="#600"/></radialGradient></defs>
      <rect width="100%" height="100%" fill="#d8d8d4"/><circle cx="320" cy="240" r="150" fill="url(#g)"/></svg>`),
  );
  jpeg = await ball.clone().removeAlpha().withMetadata({ density: 300 }).jpeg().toBuffer();
  png = await ball.clone().ensureAlpha(0.7).png().toBuffer();
});
afterAll(async () => {
  await Promise.all([session.close(), compute.close(), model.close()]);
  await rm(folder, { recursive: true });
});

const digest = (bytes: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(bytes ?? 'nothing')
    .digest('hex');

async function productsFile(bytes: Uint8Array, subject: SubjectChoice): Promise<Buffer> {
  const blobStore = await createDiskBlobStore({ directory: folder });
  const handle = createJobHandler({ blobStore, model, compute, log: createLogger('test', { logLevel: 'silent' }) });
  const transactionId = randomUUID();
  const blob = `transaction/${transactionId}/original`;
  const stored = await blobStore.put(blob, bytes);
  const original = { ...stored, ...SIZE, blob, opId: randomUUID(), mediaType: 'image/png' } as const;
  const about = { transactionId, correlationId: 'test', original, subject, askedAt: null };
  async function result<Kind extends ImageResult['kind']>(job: ImageJob, kind: Kind) {
    const { publish } = await handle({ body: job, attempt: 1, signal: new AbortController().signal });
    const made = imageResultSchema.parse(publish?.[0]?.messages[0]?.body);
    expect(made.kind).toBe(kind);
    return made as Extract<ImageResult, { kind: Kind }>;
  }
  const first = await result(
    { ...about, jobId: randomUUID(), kind: 'remove-background', model: null },
    'background-removed',
  );
  const refined = await result(
    { ...about, jobId: randomUUID(), kind: 'refine-matte', model: null, coarseMatte: first.coarseMatte },
    'matte-refined',
  );
  const scene = { masks: [], settings: DEFAULT_SETTINGS, customBackground: null };
  const { matte, improved: preview } = refined;
  const hd = { kind: 'render-hd', saveId: randomUUID(), scene, matte, isRefined: true, preview } as const;
  const { file } = await result({ ...about, jobId: randomUUID(), ...hd }, 'hd-rendered');
  return blobStore.read(file.blob);
}

test.for([
  ['a JPEG', () => jpeg, {}, { kind: 'auto' }],
  ['a transparent PNG', () => png, {}, { kind: 'auto' }],
  [
    'a box',
    () => jpeg,
    { box: { x: 150, y: 70, width: 340, height: 340 } },
    { kind: 'box', x: 150, y: 70, width: 340, height: 340 },
  ],
  ['a point', () => jpeg, { point: { x: 320, y: 240 } }, { kind: 'point', x: 320, y: 240 }],
] as const)("%s becomes the product's HD file, byte for byte", async ([, bytes, options, subject]) => {
  const { cutOut, mask, width, height, isGuess } = await session.removeBackground(bytes(), {
    ...options,
    output: 'both',
  });
  expect({ width, height, isGuess }).toEqual({ ...SIZE, isGuess: false });
  expect(digest(cutOut)).toBe(digest(await productsFile(bytes(), subject)));
  const alpha = await sharp(cutOut).extractChannel('alpha').raw().toBuffer();
  expect(digest(await sharp(mask).toColourspace('b-w').raw().toBuffer())).toBe(digest(alpha));
});

test('formats, crop, background and density are those of the product', async () => {
  const saved = await productsFile(jpeg, { kind: 'auto' });
  const wishes = [
    { format: 'png', crop: true },
    { format: 'png', background: '#0000ff80' },
    { format: 'jpg', background: '#FF0000', crop: true },
    { format: 'webp' },
  ] as const;
  for (const { format, ...wanted } of wishes) {
    const { crop, background } = { crop: false, background: undefined, ...wanted };
    const [colour = null, opacity] = [background?.slice(0, 7), background?.slice(7)];
    const layout = { ...PLAIN_LAYOUT, backgroundOpacity: opacity ? 128 / 255 : 1 };
    const options = { format, crop: crop ? 'subject' : 'none', margin: 0, background: colour, layout } as const;
    const [product, { cutOut, width }] = await Promise.all([
      makeExport(saved, options),
      session.removeBackground(jpeg, { format, ...wanted }),
    ]);
    expect([digest(cutOut), width], JSON.stringify(wanted)).toEqual([digest(product.data), product.width]);
  }
  const { mask, cutOut, width, height } = await session.removeBackground(jpeg, {
    format: 'raw',
    output: 'both',
    crop: true,
    background: '#00ff00',
  });
  expect([mask?.length, cutOut?.length]).toEqual([width * height, width * height * 4]);
  expect([...(cutOut ?? []).slice(0, 4), mask?.[0]]).toEqual([0, 255, 0, 255, 0]);
  await expect(session.removeBackground(jpeg, { format: 'jpg' })).rejects.toThrow('background');
  await expect(session.removeBackground(jpeg, { background: 'red' })).rejects.toThrow('#ffffff');
});

test('bytes, path, address, stream, Blob and pixels are one picture, several at once', async () => {
  const file = path.join(folder, 'ball.jpg');
  await writeFile(file, jpeg);
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const inputs = [
    new Uint8Array(jpeg),
    jpeg.buffer.slice(jpeg.byteOffset, jpeg.byteOffset + jpeg.length) as ArrayBuffer,
    file,
    new URL(`file://${file}`),
    createReadStream(file),
    new Blob([new Uint8Array(jpeg)]),
    { data, ...SIZE, channels: 3 as const },
  ];
  const made = await Promise.all(inputs.map((input) => session.removeBackground(input, { format: 'raw' })));
  expect(made[0]?.cutOut).toHaveLength(SIZE.width * SIZE.height * 4);
  expect(new Set(made.map(({ cutOut }) => digest(cutOut))).size).toBe(1);
});

test('the function without a session makes only the mask', async () => {
  const { cutOut, mask } = await removeBackground(jpeg, { output: 'mask', format: 'raw' });
  expect(cutOut).toBeUndefined();
  expect(mask).toHaveLength(SIZE.width * SIZE.height);
});

const reasonOf = (input: Buffer) => session.removeBackground(input).then(String, (error: Error) => error.message);

test('regression: a damaged or huge picture was explained in five lines of libvips', async () => {
  const jpegEnd = 'VipsJpeg: premature end of JPEG image';
  expect(await reasonOf(jpeg.subarray(0, 40))).toBe(
    `The picture cannot be read: Input buffer has corrupt header: ${jpegEnd}`,
  );
  expect(await reasonOf(jpeg.subarray(0, -3))).toBe(`The picture cannot be read: ${jpegEnd}`);
  expect(await reasonOf(png.subarray(0, 40))).toBe('The picture cannot be read: Input buffer has corrupt header');
  expect(await reasonOf(png.subarray(0, -40))).toBe('The picture cannot be read: the PNG is cut off or damaged');
  const bomb = Buffer.from(png);
  for (const offset of [16, 20]) bomb.writeUInt32BE(60_000, offset);
  expect(await reasonOf(bomb)).toBe('The picture exceeds 50 megapixels');
});

test('errors have their kinds', async () => {
  await expect(session.removeBackground(Buffer.from('no picture'))).rejects.toBeInstanceOf(UnreadablePictureError);
  await expect(session.removeBackground(jpeg.subarray(0, 2000))).rejects.toBeInstanceOf(UnreadablePictureError);
  const bomb = Buffer.from(png);
  for (const offset of [16, 20]) bomb.writeUInt32BE(60_000, offset);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  await expect(session.removeBackground(bomb)).rejects.toBeInstanceOf(UnreadablePictureError);
  const flat = await sharp({ create: { ...SIZE, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await expect(session.removeBackground(flat)).rejects.toBeInstanceOf(NoSubjectError);
  await expect(session.removeBackground(path.join(folder, 'none.jpg'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(session.removeBackground({ data: jpeg, ...SIZE, channels: 3 })).rejects.toBeInstanceOf(TypeError);
  await expect(session.removeBackground(jpeg, { box: { x: -1, y: 0, width: 9, height: 9 } })).rejects.toThrow(
    TypeError,
  );
  await expect(session.removeBackground(jpeg, { box: { x: 600, y: 0, width: 90, height: 90 } })).rejects.toThrow(
    /within/,
  );
  await expect(session.removeBackground(jpeg, { point: { x: 640, y: 0 } })).rejects.toThrow(/within/);
  await expect(createSession({ model: 'none' })).rejects.toThrow('dataDir');
  await expect(createSession({ model: 'none', dataDir: folder })).rejects.toMatchObject({ name: 'ModelError' });
});

test('aborted work rejects at once, and the session stays usable', async () => {
  const stopping = new AbortController();
  const aborted = session.removeBackground(jpeg, { signal: stopping.signal });
  stopping.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect((await session.removeBackground(jpeg, { output: 'mask' })).cutOut).toBeUndefined();
});

test('regression: an abort rejects before the picture has come, and before the model is loaded', async () => {
  const never = new ReadableStream<Uint8Array>();
  await expect(session.removeBackground(never, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  const loaded = createSession({ concurrency: 1 });
  const aborted = removeBackground(jpeg, { dataDir: folder, signal: AbortSignal.timeout(1) });
  const reason = aborted.catch((error: Error) => error.name);
  expect(await Promise.race([reason, loaded.then(() => 'loaded')])).toBe('TimeoutError');
  await (await loaded).close();
});

test('regression: closing a session finishes pictures that still wait for a thread', async () => {
  const busy = await createSession({ concurrency: 1 });
  const options = { output: 'mask', format: 'raw' } as const;
  const made = [1, 2, 3].map(() => busy.removeBackground(jpeg, options));
  await busy.close();
  expect((await Promise.all(made)).map(({ mask }) => mask?.length)).toEqual([307_200, 307_200, 307_200]);
  await expect(busy.removeBackground(jpeg)).rejects.toThrow('closed');
});

test('regression: memory that the caller reuses while a call waits does not change the picture', async () => {
  const busy = await createSession({ concurrency: 1 });
  const options = { output: 'mask', format: 'raw' } as const;
  const expected = digest((await busy.removeBackground(jpeg, options)).mask);
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const [buffer, array, raw] = [Buffer.from(jpeg), Uint8Array.from(jpeg).buffer, new Uint8Array(data)];
  async function* refilled(): AsyncGenerator<Uint8Array> {
    const part = new Uint8Array(1000);
    for (let at = 0; at < jpeg.length; at += part.length) {
      const length = jpeg.copy(part, 0, at);
      yield part.subarray(0, length);
    }
  }
  const made = [
    busy.removeBackground(buffer, options),
    busy.removeBackground(array, options),
    busy.removeBackground({ data: raw, ...SIZE, channels: 3 }, options),
    busy.removeBackground(refilled(), options),
    removeBackground(buffer, options),
  ];
  for (const bytes of [buffer, new Uint8Array(array), raw]) bytes.fill(0);
  expect((await Promise.all(made)).map(({ mask }) => digest(mask))).toEqual(made.map(() => expected));
  await busy.close();
});

test('regression: closing a session gives up an input that never ends', async () => {
  const busy = await createSession({ concurrency: 1 });
  const endless = new PassThrough();
  endless.write(jpeg);
  const made = busy.removeBackground(endless);
  const reason = made.catch((error: Error) => error.message);
  await busy.close();
  expect([await reason, endless.destroyed]).toEqual([expect.stringContaining('had arrived'), true]);
});
