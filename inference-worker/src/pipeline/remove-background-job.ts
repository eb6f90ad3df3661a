import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { interruptible } from '../models/interruptible.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { storeImage, storeStep } from './store-image.ts';
import { rendererOf } from './versions.ts';
import { previewCutOut } from './preview-cut-out.ts';

/**
 * The first thing a person sees: preview, model matte and preview cut-out of the job's original.
 * @param signal aborted when another worker has the job by now.
 * @throws UnreadableImageError, BlobNotFoundError
 */
export async function removeBackground(
  job: JobOf<'remove-background'>,
  { blobStore, model, compute, versions }: PipelineDeps,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject } = job;
  const original = await blobStore.read(job.original.blob);
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
  ]);
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
