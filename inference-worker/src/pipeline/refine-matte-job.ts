import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { SEGMENTATION } from '../regions/region-map.ts';
import { storeImage, storeStep } from './store-image.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { refinementOf, rendererOf } from './versions.ts';

/**
 * Refines the model's matte at the original's full resolution and makes the improved preview.
 * @param signal aborted when another worker has the job by now.
 * @throws UnreadableImageError, BlobNotFoundError
 */
export async function refineMatte(
  job: JobOf<'refine-matte'>,
  { blobStore, compute, versions }: Pick<PipelineDeps, 'blobStore' | 'compute' | 'versions'>,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject } = job;
  const [original, coarseMatte] = await Promise.all([
    blobStore.read(job.original.blob),
    blobStore.read(job.coarseMatte.blob),
  ]);
  const refined = await compute.refine(original, coarseMatte, versions.refinement, versions.renderer);
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
    refinement: refinementOf(versions),
    regions,
    segmentation: SEGMENTATION,
    renderer: rendererOf(versions),
  };
}
