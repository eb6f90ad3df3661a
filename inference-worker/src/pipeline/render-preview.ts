import type { ImageJob, ImageResult } from '@clearcut/schemas/transaction/jobs';
import { storeImage } from './blobs.ts';
import type { PipelineParts } from './remove-background.ts';
import { readScene } from './scene.ts';

export type RenderPreviewJob = Extract<ImageJob, { kind: 'render-preview' }>;

/**
 * Draws the preview of a picture as an operation left it.
 * @param signal aborted when the job is somebody else's by now.
 * @throws UnreadableEditError, BlobNotFoundError
 */
export async function renderPreview(
  job: RenderPreviewJob,
  { blobStore, compute }: Pick<PipelineParts, 'blobStore' | 'compute'>,
  signal: AbortSignal,
): Promise<ImageResult> {
  const { jobId, transactionId, correlationId, subject, opId, cutOut } = job;
  const [scene, resized, encodedCutOut] = await Promise.all([
    readScene(job, blobStore),
    blobStore.read(job.resized.blob),
    blobStore.read(cutOut.blob),
  ]);
  const drawn = await compute.renderPreview(scene, { resized, cutOut: encodedCutOut });
  signal.throwIfAborted();
  const edited = { ...(await storeImage(blobStore, job, 'edited', drawn)), opId };
  return { jobId, transactionId, correlationId, subject, kind: 'preview-rendered', opId, edited, cutOut };
}
