import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { storeImage } from './store-image.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { rendererOf } from './versions.ts';
import { readScene } from './read-scene.ts';

/** @throws UnreadableEditError, BlobNotFoundError */
export async function renderPreview(
  job: JobOf<'render-preview'>,
  { blobStore, compute, versions }: Pick<PipelineDeps, 'blobStore' | 'compute' | 'versions'>,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject, opId, cutOut } = job;
  const [scene, resized, encodedCutOut] = await Promise.all([
    readScene(job, blobStore),
    blobStore.read(job.resized.blob),
    blobStore.read(cutOut.blob),
  ]);
  const drawn = await compute.renderPreview(scene, { resized, cutOut: encodedCutOut });
  signal.throwIfAborted();
  const edited = { ...(await storeImage(blobStore, job, 'edited', drawn)), opId };
  const made = { opId, edited, cutOut, renderer: rendererOf(versions) };
  return { jobId, transactionId, correlationId, subject, kind: 'preview-rendered', ...made };
}
