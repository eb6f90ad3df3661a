import { workerData } from 'node:worker_threads';
import type { Raster } from '../pixels/raster.ts';
import { serve } from '@clearcut/platform/threads/serve';
import type { ModelManifest } from './manifest.ts';
import { openSession } from './session.ts';

/** Digest at load time: a replacement thread runs the same model. */
export interface ModelFiles {
  readonly directory: string;
  readonly manifest: ModelManifest;
}

let session: ReturnType<typeof openSession> | undefined;

/** Opened by the first task, which can report a failure. */
function opened(): ReturnType<typeof openSession> {
  const { directory, manifest } = workerData as ModelFiles;
  return (session ??= openSession(directory, manifest));
}

const tasks = {
  async load(): Promise<void> {
    await opened();
  },
  async infer(image: Raster): Promise<Float32Array> {
    return (await opened())(image);
  },
};
export type ModelTasks = typeof tasks;

serve(tasks);
