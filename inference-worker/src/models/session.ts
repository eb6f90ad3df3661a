import { availableParallelism } from 'node:os';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Raster, Size } from '../pixels/raster.ts';
import { ModelError, type DetailManifest, type ModelManifest } from './manifest.ts';
import { toInput, toMatte } from './tensors.ts';
import { readVerified, type NetworkFile } from './verified-file.ts';

type Feeds = Record<string, Tensor>;

type Infer = (image: Raster) => Promise<Float32Array>;
type InferDetail = (image: Raster, matte: Float32Array) => Promise<Float32Array>;

export interface Networks {
  readonly infer: Infer;
  readonly inferDetail?: InferDetail;
}

/** @throws ModelError */
export async function openNetworks(directory: string, manifest: ModelManifest): Promise<Networks> {
  const { detail } = manifest;
  const infer = await openFirst(directory, manifest);
  return detail === undefined ? { infer } : { infer, inferDetail: await openDetail(directory, manifest, detail) };
}

async function openFirst(directory: string, manifest: ModelManifest): Promise<Infer> {
  // Inputs have one size, so the arena stops growing. Without it, U2-Netp takes half as long again.
  const session = await createSession(directory, manifest, { enableCpuMemArena: true });
  const { input } = manifest;
  const inputName = tensorName(manifest, 'input', session.inputNames);
  const outputName = tensorName(manifest, 'output', session.outputNames);

  async function infer(image: Raster): Promise<Float32Array> {
    return toMatte(await run(session, manifest, { [inputName]: imageTensor(image, input) }, outputName), manifest);
  }

  await warmUp(session, manifest, () => infer(black(input)));
  return infer;
}

async function openDetail(directory: string, manifest: ModelManifest, detail: DetailManifest): Promise<InferDetail> {
  // An arena would save an eighth of its time and add 16 to 29 MiB.
  const session = await createSession(directory, detail, { enableCpuMemArena: false });

  function infer(image: Raster, matte: Float32Array): Promise<Float32Array> {
    const feeds = {
      image: imageTensor(image, manifest.input),
      matte: new Tensor('float32', matte, [1, 1, detail.height, detail.width]),
    };
    return run(session, manifest, feeds, 'alpha');
  }

  await warmUp(session, manifest, () => infer(black(detail), new Float32Array(detail.width * detail.height)));
  return infer;
}

const black = ({ width, height }: Size): Raster => ({
  data: new Uint8Array(width * height * 3),
  width,
  height,
  channels: 3,
});

const imageTensor = (image: Raster, input: ModelManifest['input']): Tensor =>
  new Tensor('float32', toInput(image, input), [1, 3, image.height, image.width]);

async function run(
  session: InferenceSession,
  { name }: ModelManifest,
  feeds: Feeds,
  output: string,
): Promise<Float32Array> {
  const values = (await session.run(feeds, [output]))[output]?.data;
  const [image] = Object.values(feeds);
  const [, , height, width] = image!.dims;
  if (!(values instanceof Float32Array) || values.length !== width! * height!) {
    throw new ModelError(`The model ${name} did not answer with ${width} x ${height} float32 values`);
  }
  return values;
}

/** A first run takes several times as long. */
async function warmUp(session: InferenceSession, { name }: ModelManifest, look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    await session.release();
    if (error instanceof ModelError) throw error;
    throw new ModelError(`The model ${name} does not run as its manifest says: ${oneLine(error)}`, { cause: error });
  }
}

function tensorName(manifest: ModelManifest, side: 'input' | 'output', names: readonly string[]): string {
  const name = manifest[side].name ?? names[0];
  if (name !== undefined && names.includes(name)) return name;
  throw new ModelError(
    `The model ${manifest.name} has the ${side}s ${names.join(', ')}; its manifest says ${String(name)}`,
  );
}

async function createSession(
  directory: string,
  network: NetworkFile,
  memory: Pick<InferenceSession.SessionOptions, 'enableCpuMemArena'>,
): Promise<InferenceSession> {
  const bytes = await readVerified(directory, network);
  try {
    return await InferenceSession.create(bytes, {
      executionProviders: ['cpu'],
      intraOpNumThreads: Math.min(4, availableParallelism()),
      graphOptimizationLevel: 'all',
      ...memory,
      // One block for all buffers: 460 MB became 810 with U2-Netp, no faster.
      enableMemPattern: false,
      // Spinning threads nearly double a run's CPU time.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      logSeverityLevel: 3,
    });
  } catch (error) {
    throw new ModelError(`The model ${path.join(directory, network.file)} cannot be loaded: ${oneLine(error)}`, {
      cause: error,
    });
  }
}

function oneLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
