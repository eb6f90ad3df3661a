import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { EXPORTER } from '../render/make-export.ts';
import { storeImage } from './store-image.ts';
import type { Made, PipelineDeps } from './dependencies.ts';

/** @throws UnreadableImageError, BlobNotFoundError */
export async function makeExport(
  job: JobOf<'make-export'>,
  { blobStore, compute }: Pick<PipelineDeps, 'blobStore' | 'compute'>,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject, exportId } = job;
  const image = job.options.layout?.backgroundImage ?? null;
  const behind = image === null ? undefined : await blobStore.read(image.blob);
  const { foreground, ...made } = await compute.makeExport(await blobStore.read(job.source.blob), job.options, behind);
  signal.throwIfAborted();
  const file = await storeImage(blobStore, job, 'export', made);
  return {
    jobId,
    transactionId,
    correlationId,
    subject,
    kind: 'export-made',
    exportId,
    file,
    foreground,
    renderer: EXPORTER,
  };
}
