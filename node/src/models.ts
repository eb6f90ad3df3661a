import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { readAcceptance } from '@clearcut/inference-worker/models/licence';
import {
  ModelError as WorkerModelError,
  modelNameSchema,
  readManifest,
} from '@clearcut/inference-worker/models/manifest';
import { ModelError } from './errors.ts';
import type { SessionOptions } from './types.ts';

const BUNDLED = import.meta.url.endsWith('.ts') ? '../../inference-worker/models/' : '../models/';

/** @throws ModelError */
export async function folderOfModel({ model = DEFAULT_MODEL, dataDir }: SessionOptions): Promise<string> {
  if (!modelNameSchema.safeParse(model).success) throw new ModelError(`${model} is no name of a model`);
  if (model === DEFAULT_MODEL) return fileURLToPath(new URL(`${BUNDLED}${model}/`, import.meta.url));
  if (dataDir === undefined) {
    throw new ModelError(`Only ${DEFAULT_MODEL} is bundled. Say with dataDir where ${model} is installed`);
  }
  const folder = path.join(dataDir, 'models', model);
  const { sha256 } = await readManifest(folder).catch((error: unknown) => {
    throw error instanceof WorkerModelError ? new ModelError(error.message) : error;
  });
  if ((await readAcceptance(folder, sha256)) === undefined) {
    throw new ModelError(`The licence of the model ${model} in ${folder} has not been accepted`);
  }
  return folder;
}
