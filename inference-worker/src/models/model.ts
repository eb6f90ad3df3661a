import type { ModelIdentity } from '@clearcut/schemas/transaction/events';
import type { Raster, Size } from '../pixels/raster.ts';
import { createThread } from '@clearcut/platform/threads/thread';
import { identityOf, ModelError, readManifest, type ModelManifest } from './manifest.ts';
// Before the runtime, which the thread loads.
import './no-telemetry.ts';
import type { Networks } from './session.ts';
import type { ModelFiles, ModelTasks } from './thread.ts';

/** The network of the last look. */
export interface DetailLook {
  readonly inputSize: Size;
  /** RGB and what the looks before saw there, both of `inputSize`, to as many values of 0..1. */
  infer(image: Raster, matte: Float32Array): Promise<Float32Array>;
}

export interface Model {
  readonly identity: ModelIdentity;
  readonly inputSize: Size;
  readonly noSubjectBelow: number;
  /** Whether a closer second look helps. */
  readonly closerLook: boolean;
  readonly detail?: DetailLook | undefined;
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
  return modelOf(
    manifest,
    {
      infer: (image) => thread.run('infer', image),
      inferDetail: (image, matte) => thread.run('inferDetail', image, matte),
    },
    () => thread.close(),
  );
}

export function modelOf(manifest: ModelManifest, { infer, inferDetail }: Networks, close: Model['close']): Model {
  const { input, noSubjectBelow, closerLook, detail } = manifest;
  return {
    identity: identityOf(manifest),
    inputSize: { width: input.width, height: input.height },
    noSubjectBelow,
    closerLook,
    detail: detail && inferDetail && { inputSize: { width: detail.width, height: detail.height }, infer: inferDetail },
    infer,
    close,
  };
}
