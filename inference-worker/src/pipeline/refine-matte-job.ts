import type { ImageResult, JobOf } from '@clearcut/schemas/transaction/jobs';
import { REFINEMENT } from '../refinement/versions.ts';
import { storeImage, storeStep } from './store-image.ts';
import type { PipelineDeps } from './dependencies.ts';

/**
 * Refines the model's matte at the original's full resolution and makes the improved preview.
 * @param signal aborted when another worker has the job by now.
 * @throws UnreadableImageError, BlobNotFoundError
 */
export async function refineMatte(
  job: JobOf<'refine-matte'>,
  { blobStore, compute }: Pick<PipelineDeps, 'blobStore' | 'compute'>,
  signal: AbortSignal,
): Promise<ImageResult> {
  const { jobId, transactionId, correlationId, subject } = job;
  const [original, coarseMatte] = await Promise.all([
    blobStore.read(job.original.blob),
    blobStore.read(job.coarseMatte.blob),
  ]);
  const refined = await compute.refine(original, coarseMatte);
  signal.throwIfAborted();
  const [improved, matte, regions] = await Promise.all([
    storeStep(blobStore, job, 'improved', refined.improved),
    storeImage(blobStore, job, 'matte', refined.matte),
    storeImage(blobStore, job, 'regions', refined.regions),
  ]);
  return {
    jobId,
    transactionId,
    correlationId,
    subject,
    kind: 'matte-refined',
    improved,
    matte,
    refinement: REFINEMENT,
    regions,
  };
}
