import type { ModelIdentity } from '@clearcut/schemas/transaction/events';
import type { Raster, Size } from '../pixels/raster.ts';
import { createThread } from '@clearcut/platform/threads/thread';
import { ModelError, readManifest } from './manifest.ts';
// Before the runtime, which the thread loads.
import './no-telemetry.ts';
import type { ModelFiles, ModelTasks } from './thread.ts';

export interface Model {
  readonly identity: ModelIdentity;
  readonly inputSize: Size;
  readonly noSubjectBelow: number;
  /** Whether a closer second look helps. */
  readonly closerLook: boolean;
  /**
   * RGB of `inputSize` to `inputSize` values of 0..1; all below `noSubjectBelow` without a subject. Runs on its own
   * thread, since the runtime blocks its caller.
   */
  infer(image: Raster): Promise<Float32Array>;
  close(): Promise<void>;
}

/** @throws ModelError */
export async function loadModel(directory: string): Promise<Model> {
  const manifest = await readManifest(directory);
  const files: ModelFiles = { directory, manifest };
  const thread = createThread<ModelTasks>(new URL('./thread.ts', import.meta.url), [ModelError], { workerData: files });
  try {
    await thread.run('load');
  } catch (error) {
    await thread.close();
    throw error;
  }
  const { name, version, sha256, input, noSubjectBelow, closerLook } = manifest;
  return {
    identity: { name, version, sha256 },
    inputSize: { width: input.width, height: input.height },
    noSubjectBelow,
    closerLook,
    infer: (image) => thread.run('infer', image),
    close: () => thread.close(),
  };
}
