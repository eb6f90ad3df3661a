import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ImageJob, ImageResult } from '@clearcut/schemas/transaction/jobs';
import type { ComputeThread } from '../compute/compute.ts';
import type { Model } from '../models/model.ts';
import { storeImage, storeStep } from './blobs.ts';
import { previewCutOut } from './preview-cut-out.ts';

export type RemoveBackgroundJob = Extract<ImageJob, { kind: 'remove-background' }>;

export interface PipelineParts {
  readonly blobStore: BlobStore;
  readonly model: Model;
  readonly compute: ComputeThread;
}

/**
 * The first thing a person sees: preview, model matte and preview cut-out of the job's original.
 * @param signal aborted when the job is somebody else's by now.
 * @throws UnreadableImageError, BlobNotFoundError
 */
export async function removeBackground(
  job: RemoveBackgroundJob,
  { blobStore, model, compute }: PipelineParts,
  signal: AbortSignal,
): Promise<ImageResult> {
  const { jobId, transactionId, correlationId, subject } = job;
  // Each look takes a large model seconds, and a stop has no more than a few: it comes between two of them.
  const interruptible: Model = {
    ...model,
    async infer(image) {
      signal.throwIfAborted();
      return model.infer(image);
    },
  };
  const made = await previewCutOut(await blobStore.read(job.original.blob), subject, interruptible, compute);
  signal.throwIfAborted();
  const about = { jobId, transactionId, correlationId, subject, model: model.identity };
  if (!made.subjectFound) return { ...about, kind: 'subject-not-found' };
  const [resized, transformed, coarseMatte] = await Promise.all([
    storeStep(blobStore, job, 'resized', made.resized),
    storeStep(blobStore, job, 'transformed', made.transformed),
    storeImage(blobStore, job, 'coarse-matte', made.coarseMatte),
  ]);
  return { ...about, kind: 'background-removed', resized, transformed, coarseMatte };
}
