import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { PipelineStep } from '@clearcut/schemas/transaction/events';
import { imageResultSchema, type ImageJob, type ImageResult } from '@clearcut/schemas/transaction/jobs';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { otherBytes, photoLike } from '../picture.ts';
import { metered, processorMs, takeSteps } from './meter.ts';
import { STEPS } from './steps.ts';
import type { StepsOfPicture } from './worker.ts';

const WORKER = new URL('../../../../inference-worker/src/', import.meta.url).href;
const METER = new URL('./meter.ts', import.meta.url).href;

// Replaces each file that has steps by one that exports the same, metered.
registerHooks({
  load(url, context, nextLoad) {
    const steps = STEPS.filter(([file]) => `${WORKER}${file}` === url);
    if (steps.length === 0) return nextLoad(url, context);
    const own = JSON.stringify(`${url}?unmetered`);
    const source = [
      `import * as own from ${own};`,
      `import { metered } from ${JSON.stringify(METER)};`,
      `export * from ${own};`,
      ...steps.map(([, name, step]) => `export const ${name} = metered(${JSON.stringify(step)}, own.${name});`),
    ];
    return { format: 'module', source: source.join('\n'), shortCircuit: true };
  },
});

// Dynamic: static imports would be loaded before the hook is there.
const { tasks } = await import('@clearcut/inference-worker/compute/tasks');
const { eachLook } = await import('@clearcut/inference-worker/models/looks');
const { loadModelNamed } = await import('@clearcut/inference-worker/models/library');
const { encodePng } = await import('@clearcut/inference-worker/pixels/png');
const { createJobHandler } = await import('@clearcut/inference-worker/pipeline/handle-job');

const [width = 0, height = 0, rounds = 0] = process.argv.slice(2).map(Number);

type Handle = ReturnType<typeof createJobHandler>;

async function resultOf<Kind extends ImageResult['kind']>(
  handle: Handle,
  body: ImageJob,
  kind: Kind,
): Promise<Extract<ImageResult, { kind: Kind }>> {
  const { publish } = await handle({ body, attempt: 1, signal: new AbortController().signal });
  const result = imageResultSchema.parse(publish?.[0]?.messages[0]?.body);
  if (result.kind !== kind) throw new Error(`The job became ${result.kind}`);
  return result as Extract<ImageResult, { kind: Kind }>;
}

const directory = await mkdtemp(path.join(tmpdir(), 'clearcut-cost-'));
const blobStore = await createDiskBlobStore({ directory });
const read = metered('read blobs', async (key: string) => blobStore.read(key));
const loaded = await loadModelNamed(directory, DEFAULT_MODEL);
const model = eachLook(loaded, (look) => metered('looks of the model', async () => look())());
const handle = createJobHandler({
  blobStore: { ...blobStore, read },
  model,
  // On this thread: the meter counts where the work is done.
  compute: { ...tasks, close: async () => {} },
  log: createLogger('bench', { logLevel: 'silent' }),
});

async function fullSize(picture: Uint8Array): Promise<void> {
  const transactionId = randomUUID();
  const blob = `transaction/${transactionId}/original`;
  await blobStore.put(blob, picture);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const file = { blob, sha256, bytes: picture.length, width, height, mediaType: 'image/jpeg' } as const;
  const original: PipelineStep = { ...file, opId: randomUUID() };
  const about = { transactionId, correlationId: 'bench', original, subject: AUTO, askedAt: null } as const;
  const job = () => ({ ...about, jobId: randomUUID() });
  const started = processorMs();
  const first = await resultOf(handle, { ...job(), kind: 'remove-background', model: null }, 'background-removed');
  const { coarseMatte } = first;
  const refined = await resultOf(handle, { ...job(), kind: 'refine-matte', model: null, coarseMatte }, 'matte-refined');
  const scene = { masks: [], settings: DEFAULT_SETTINGS, customBackground: null };
  const { matte, improved: preview } = refined;
  const saved = { kind: 'render-hd', saveId: randomUUID(), scene, matte, isRefined: true, preview } as const;
  await resultOf(handle, { ...job(), ...saved }, 'hd-rendered');
  total += processorMs() - started;
}

let total = 0;
const photo = await photoLike(width, height);
for (let round = 0; round < Math.max(2, rounds / 2); round++) await fullSize(otherBytes(photo));
takeSteps();
total = 0;
for (let round = 0; round < rounds; round++) await fullSize(otherBytes(photo));
const steps = Object.entries(takeSteps()).map(([step, { calls, ms }]) => ({
  step,
  calls: calls / rounds,
  ms: ms / rounds,
}));

const parts: { step: string; ms: number; elapsedMs: number }[] = [];
async function bare<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  await work();
  const [started, began] = [processorMs(), performance.now()];
  for (let round = 0; round < rounds; round++) await work();
  const [ms, elapsedMs] = [processorMs() - started, performance.now() - began];
  parts.push({ step, ms: ms / rounds, elapsedMs: elapsedMs / rounds });
  return work();
}
const pixels = await bare('decode', () => sharp(photo).raw().toBuffer());
const input = await bare('resize to the model', () => {
  const { width: across, height: down } = model.inputSize;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(across, down, { fit: 'fill' })
    .raw()
    .toBuffer();
});
const alpha = await bare('network', () => loaded.infer({ ...model.inputSize, data: input, channels: 3 }));
const matte = Buffer.from(alpha.map((value) => value * 255));
const shape = { raw: { ...model.inputSize, channels: 1 } } as const;
const full = await sharp(matte, shape).resize(width, height, { fit: 'fill' }).extractChannel(0).raw().toBuffer();
const cut = new Uint8Array(width * height * 4);
for (let i = 0; i < full.length; i++)
  if (full[i]! > 0) cut.set([...pixels.subarray(3 * i, 3 * i + 3), full[i]!], 4 * i);
await bare('PNG', () => encodePng({ data: cut, width, height, channels: 4 }));

await model.close();
await rm(directory, { recursive: true });
process.stdout.write(JSON.stringify({ steps, total: total / rounds, floor: parts } satisfies StepsOfPicture));
