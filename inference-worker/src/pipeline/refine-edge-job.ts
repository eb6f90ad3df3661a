import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { EDGE_REFINEMENT } from '../edge/refine-edge.ts';
import { storeImage } from './store-image.ts';
import type { Made, PipelineDeps } from './dependencies.ts';

/**
 * On top of earlier masks.
 * @throws UnreadableImageError, UnreadableEditError, BlobNotFoundError
 */
export async function refineEdge(
  job: JobOf<'refine-edge'>,
  { blobStore, compute }: Pick<PipelineDeps, 'blobStore' | 'compute'>,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject, opId, stroke, isRefined } = job;
  const [original, matte, mask, ...masks] = await Promise.all([
    blobStore.read(job.original.blob),
    blobStore.read(job.matte.blob),
    blobStore.read(stroke.mask.blob),
    ...job.masks.map(async (one) => ({ mode: one.mode, box: one.box, mask: await blobStore.read(one.mask.blob) })),
  ]);
  const frame = { width: job.original.width, height: job.original.height };
  const found = await compute.refineEdge(
    { frame, masks },
    original,
    { encoded: matte, isRefined },
    { box: stroke.box, mask },
  );
  signal.throwIfAborted();
  const patch = await storeImage(blobStore, job, 'patch', found);
  return {
    jobId,
    transactionId,
    correlationId,
    subject,
    kind: 'edge-refined',
    opId,
    box: stroke.box,
    patch,
    refinement: EDGE_REFINEMENT,
  };
}
