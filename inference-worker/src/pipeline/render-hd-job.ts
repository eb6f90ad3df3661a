import { release } from '../memory/workspace.ts';
import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { storeStep } from './store-image.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { rendererOf } from './versions.ts';
import { readScene } from './read-scene.ts';

/** @throws UnreadableImageError, UnreadableEditError, LostSubjectError, BlobNotFoundError */
export async function renderHd(
  job: JobOf<'render-hd'>,
  { blobStore, compute, versions }: Pick<PipelineDeps, 'blobStore' | 'compute' | 'versions'>,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject, saveId } = job;
  const [scene, original, matte, preview] = await Promise.all([
    readScene(job, blobStore),
    blobStore.read(job.original.blob),
    blobStore.read(job.matte.blob),
    job.preview === null ? undefined : blobStore.read(job.preview.blob),
  ]);
  const drawn = await compute.renderHd(
    scene,
    original,
    { encoded: matte, isRefined: isRefined(job) },
    versions.renderer,
    preview,
  );
  signal.throwIfAborted();
  const file = await storeStep(blobStore, job, 'hd', drawn);
  for (const read of [original, matte, preview]) if (read !== undefined) release(read);
  return {
    jobId,
    transactionId,
    correlationId,
    subject,
    kind: 'hd-rendered',
    saveId,
    file,
    renderer: rendererOf(versions),
  };
}

/** Older jobs do not say. */
const isRefined = ({ isRefined: said, matte, original }: JobOf<'render-hd'>): boolean =>
  said ?? (matte.width === original.width && matte.height === original.height);
