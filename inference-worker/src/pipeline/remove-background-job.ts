import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { ROOM } from '../compute/worker-slots.ts';
import { release } from '../memory/workspace.ts';
import { ModelError } from '../models/manifest.ts';
import type { Model } from '../models/model.ts';
import { interruptible } from '../models/looks.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { storeImage, storeStep } from './store-image.ts';
import { rendererOf } from './versions.ts';
import { previewCutOut } from './preview-cut-out.ts';

export class ModelMissingError extends Error {
  constructor(name: string, cause: ModelError) {
    super(`The model ${name} cannot be used here`, { cause });
    this.name = 'ModelMissingError';
  }
}

/**
 * Makes preview, matte and preview cut-out.
 * @throws UnreadableImageError, BlobNotFoundError, ModelMissingError
 */
export async function removeBackground(
  job: JobOf<'remove-background'>,
  { blobStore, compute, versions, ...models }: PipelineDeps,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject } = job;
  const model = await modelFor(job, models);
  const original = await blobStore.read(job.original.blob);
  const { width, height } = job.original;
  // A large picture has the worker alone, and a core is free.
  const ahead = width * height > ROOM ? compute.decodeAhead(original).catch(() => undefined) : undefined;
  const made = await previewCutOut(original, subject, interruptible(model, signal), {
    cutOut: (image, matte) => compute.cutOut(image, matte, versions.renderer),
  });
  signal.throwIfAborted();
  const about = { jobId, transactionId, correlationId, subject, model: model.identity };
  if (!made.subjectFound) return { ...about, kind: 'subject-not-found' };
  const [resized, transformed, coarseMatte] = await Promise.all([
    storeStep(blobStore, job, 'resized', made.resized),
    storeStep(blobStore, job, 'transformed', made.transformed),
    storeImage(blobStore, job, 'coarse-matte', made.coarseMatte),
    ahead,
  ]);
  release(original);
  return {
    ...about,
    kind: 'background-removed',
    isGuess: made.isGuess,
    renderer: rendererOf(versions),
    resized,
    transformed,
    coarseMatte,
  };
}

async function modelFor(
  { model: name }: JobOf<'remove-background'>,
  { model, named }: Pick<PipelineDeps, 'model' | 'named'>,
): Promise<Model> {
  if (name === null || named === undefined) return model;
  try {
    return await named(name);
  } catch (error) {
    throw error instanceof ModelError ? new ModelMissingError(name, error) : error;
  }
}
