import { BlobNotFoundError, type BlobStore } from '@clearcut/platform/blob-store/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { PipelineStep } from '@clearcut/schemas/transaction/events';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../http/content-disposition.ts';
import { strangersBytesPolicy } from '../http/security.ts';
import { nameOf } from './view.ts';

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** The best cut-out there is so far. @throws CatalogueError image_not_ready, image_failed */
export function cutOutOf({ status, pipeline }: TransactionRow): PipelineStep {
  if (status === 'UPLOAD_ERROR') throw new CatalogueError('image_failed');
  const cutOut = pipeline.improved ?? pipeline.transformed;
  if (status === 'PENDING' || cutOut === undefined) throw new CatalogueError('image_not_ready');
  return cutOut;
}

/** Name under which a picture is saved: that of the upload, with what it is now. */
export function downloadName(row: TransactionRow, step: PipelineStep, suffix: string): string {
  const base = nameOf(row).replace(/\.[^.]{1,5}$/, '') || 'image';
  return `${base}${suffix}.${EXTENSIONS[step.mediaType]}`;
}

/**
 * Streams a blob with the type that our own look at its bytes gave it, sandboxed, and revalidated on each use: a picture
 * may be deleted at any time.
 * @throws CatalogueError transaction_not_found when the blob has just been removed
 */
export async function sendPicture(
  { request, reply, blobStore }: { request: FastifyRequest; reply: FastifyReply; blobStore: BlobStore },
  step: PipelineStep,
  disposition: { readonly type: 'inline' | 'attachment'; readonly fileName: string },
): Promise<FastifyReply> {
  const etag = `"${step.sha256}"`;
  void reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
  const { bytes, content } = await openBlob(blobStore, step.blob);
  return reply
    .headers({
      'content-type': step.mediaType,
      'content-length': bytes,
      'content-disposition': contentDisposition(disposition.type, disposition.fileName),
      'content-security-policy': strangersBytesPolicy,
      'x-content-type-options': 'nosniff',
    })
    .send(content);
}

async function openBlob(blobStore: BlobStore, key: string): ReturnType<BlobStore['stream']> {
  try {
    return await blobStore.stream(key);
  } catch (error) {
    // Removal goes before the read model in any case; that nothing else loses blobs is the blob store's promise.
    if (error instanceof BlobNotFoundError) throw new CatalogueError('transaction_not_found', { cause: error });
    throw error;
  }
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
