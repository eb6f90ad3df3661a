import { createHash } from 'node:crypto';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { ImageBlob, PipelineStep } from '@clearcut/schemas/transaction/events';
import type { ImageJob } from '@clearcut/schemas/transaction/jobs';
import { release } from '../memory/workspace.ts';
import type { EncodedImage } from '../pixels/encode.ts';

export type BlobStep =
  | 'resized'
  | 'transformed'
  | 'coarse-matte'
  | 'improved'
  | 'matte'
  | 'regions'
  | 'edited'
  | 'hd'
  | 'patch'
  | 'export';

/** Frees the image. Keys derive from content, so a repeat rewrites the same bytes. */
export async function storeImage(
  blobStore: BlobStore,
  job: ImageJob,
  step: BlobStep,
  image: EncodedImage,
): Promise<ImageBlob> {
  const sha256 = createHash('sha256').update(image.data).digest('hex');
  const blob = `transaction/${job.transactionId}/${step}-${sha256.slice(0, 16)}`;
  const { bytes } = await blobStore.put(blob, image.data);
  release(image.data);
  return { blob, sha256, bytes, mediaType: image.mediaType, width: image.width, height: image.height };
}

export async function storeStep(
  blobStore: BlobStore,
  job: ImageJob,
  step: 'resized' | 'transformed' | 'improved' | 'hd',
  image: EncodedImage,
): Promise<PipelineStep> {
  return { ...(await storeImage(blobStore, job, step, image)), opId: derivedId(job.jobId, step) };
}
