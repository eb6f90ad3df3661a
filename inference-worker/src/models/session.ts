import { availableParallelism } from 'node:os';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Raster } from '../pixels/raster.ts';
import { ModelError, type ModelManifest } from './manifest.ts';
import { toInput, toMatte } from './tensors.ts';
import { readVerified } from './verified-file.ts';

type Infer = (image: Raster) => Promise<Float32Array>;

/**
 * Warms the session up: a first run takes several times as long.
 * @throws ModelError
 */
export async function openSession(directory: string, manifest: ModelManifest): Promise<Infer> {
  const session = await createSession(await readVerified(directory, manifest), path.join(directory, manifest.file));
  const { width, height } = manifest.input;
  const inputName = tensorName(manifest, 'input', session.inputNames);
  const outputName = tensorName(manifest, 'output', session.outputNames);
  const pixels = width * height;

  async function infer(image: Raster): Promise<Float32Array> {
    const tensor = new Tensor('float32', toInput(image, manifest.input), [1, 3, height, width]);
    const values = (await session.run({ [inputName]: tensor }, [outputName]))[outputName]?.data;
    if (!(values instanceof Float32Array) || values.length !== pixels) {
      throw new ModelError(`The model ${manifest.name} did not answer with ${width} x ${height} float32 values`);
    }
    return toMatte(values, manifest);
  }

  try {
    await infer({ data: new Uint8Array(pixels * 3), width, height, channels: 3 });
  } catch (error) {
    await session.release();
    if (error instanceof ModelError) throw error;
    throw new ModelError(`The model ${manifest.name} does not run as its manifest says: ${oneLine(error)}`, {
      cause: error,
    });
  }
  return infer;
}

function tensorName(manifest: ModelManifest, side: 'input' | 'output', names: readonly string[]): string {
  const name = manifest[side].name ?? names[0];
  if (name !== undefined && names.includes(name)) return name;
  throw new ModelError(
    `The model ${manifest.name} has the ${side}s ${names.join(', ')}; its manifest says ${String(name)}`,
  );
}

async function createSession(bytes: Uint8Array, file: string): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(bytes, {
      executionProviders: ['cpu'],
      intraOpNumThreads: Math.min(4, availableParallelism()),
      graphOptimizationLevel: 'all',
      // Inputs have one size, so the arena stops growing. Without it, U2-Netp takes half as long again.
      enableCpuMemArena: true,
      // One block for all buffers: 460 MB became 810 with U2-Netp, no faster.
      enableMemPattern: false,
      // Spinning threads nearly double a run's CPU time.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      logSeverityLevel: 3,
    });
  } catch (error) {
    throw new ModelError(`The model ${file} cannot be loaded: ${oneLine(error)}`, { cause: error });
  }
}

function oneLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
