import { workerData } from 'node:worker_threads';
import type { Raster } from '../pixels/raster.ts';
import { serve } from '@clearcut/platform/threads/serve';
import type { ModelManifest } from './manifest.ts';
import { openNetworks } from './session.ts';

/** Digest at load time: a replacement thread runs the same model. */
export interface ModelFiles {
  readonly directory: string;
  readonly manifest: ModelManifest;
}

const { directory, manifest } = workerData as ModelFiles;

let networks: ReturnType<typeof openNetworks> | undefined;

/** Opened by the first task, which can report a failure. */
const opened = (): ReturnType<typeof openNetworks> => (networks ??= openNetworks(directory, manifest));

const tasks = {
  async load(): Promise<void> {
    await opened();
  },
  async infer(image: Raster): Promise<Float32Array> {
    return (await opened()).infer(image);
  },
  async inferDetail(image: Raster, matte: Float32Array): Promise<Float32Array> {
    return (await opened()).inferDetail!(image, matte);
  },
};
export type ModelTasks = typeof tasks;

serve(tasks);
