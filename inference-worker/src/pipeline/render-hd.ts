import type { ImageJob, ImageResult } from '@clearcut/schemas/transaction/jobs';
import { RENDERER } from '@clearcut/schemas/transaction/save-events';
import { storeStep } from './blobs.ts';
import type { PipelineParts } from './remove-background.ts';
import { readScene } from './scene.ts';

export type RenderHdJob = Extract<ImageJob, { kind: 'render-hd' }>;

/**
 * Draws a picture at the original's full resolution.
 * @param signal aborted when the job is somebody else's by now.
 * @throws UnreadableImageError, UnreadableEditError, BlobNotFoundError
 */
export async function renderHd(
  job: RenderHdJob,
  { blobStore, compute }: Pick<PipelineParts, 'blobStore' | 'compute'>,
  signal: AbortSignal,
): Promise<ImageResult> {
  const { jobId, transactionId, correlationId, subject, saveId } = job;
  const [scene, original, matte] = await Promise.all([
    readScene(job, blobStore),
    blobStore.read(job.original.blob),
    blobStore.read(job.matte.blob),
  ]);
  const drawn = await compute.renderHd(scene, original, { encoded: matte, isRefined: isRefined(job) });
  signal.throwIfAborted();
  const file = await storeStep(blobStore, job, 'hd', drawn);
  return { jobId, transactionId, correlationId, subject, kind: 'hd-rendered', saveId, file, renderer: RENDERER };
}

/** Of a job from before it was said, the matte is what its size makes likely. */
const isRefined = ({ isRefined: said, matte, original }: RenderHdJob): boolean =>
  said ?? (matte.width === original.width && matte.height === original.height);
