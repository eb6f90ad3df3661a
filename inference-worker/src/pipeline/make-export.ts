import type { ImageJob, ImageResult } from '@clearcut/schemas/transaction/jobs';
import { storeImage } from './blobs.ts';
import type { PipelineParts } from './remove-background.ts';

export type MakeExportJob = Extract<ImageJob, { kind: 'make-export' }>;

/**
 * Makes another form of a finished picture.
 * @param signal aborted when the job is somebody else's by now.
 * @throws UnreadableImageError, BlobNotFoundError
 */
export async function makeExport(
  job: MakeExportJob,
  { blobStore, compute }: Pick<PipelineParts, 'blobStore' | 'compute'>,
  signal: AbortSignal,
): Promise<ImageResult> {
  const { jobId, transactionId, correlationId, subject, exportId } = job;
  const made = await compute.makeExport(await blobStore.read(job.source.blob), job.options);
  signal.throwIfAborted();
  const file = await storeImage(blobStore, job, 'export', made);
  return { jobId, transactionId, correlationId, subject, kind: 'export-made', exportId, file };
}
