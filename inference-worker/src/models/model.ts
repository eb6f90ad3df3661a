import type { ModelIdentity } from '@clearcut/schemas/transaction/events';
import type { Raster, Size } from '../pixels/raster.ts';
import { createThread } from '@clearcut/platform/threads/thread';
import { ModelError, readManifest } from './manifest.ts';
// Must come before the runtime, which the thread loads.
import './no-telemetry.ts';
import type { ModelFiles, ModelTasks } from './thread.ts';

export interface Model {
  readonly identity: ModelIdentity;
  readonly inputSize: Size;
  readonly noSubjectBelow: number;
  /** Whether a second, closer look at the found part improves its result. */
  readonly closerLook: boolean;
  /**
   * Takes RGB of exactly `inputSize`; returns the raw matte, `inputSize` pixels of 0..1. Without a subject, no value
   * reaches `noSubjectBelow`. Runs on its own thread: the runtime blocks its caller, and so the renewal of leases, for
   * as long as a large model takes.
   */
  infer(image: Raster): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * Loads `<directory>/manifest.json` and its model.
 * @throws ModelError
 */
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
