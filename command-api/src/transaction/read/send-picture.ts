import type { Readable } from 'node:stream';
import { BlobNotFoundError, type BlobRange, type BlobStore } from '@clearcut/platform/blob-store/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { isUnedited, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import type { IMAGE_STEPS } from '@clearcut/schemas/transaction/editing-http';
import type { ImageBlob, PipelineStep } from '@clearcut/schemas/transaction/events';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import { rangeOf } from '../../http/headers/range.ts';
import { uploadedBytesPolicy } from '../../http/policy/security.ts';
import { editedPreviewOf, nameOf } from './view.ts';

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Best cut-out so far. @throws CatalogueError image_not_ready, image_failed */
export function cutOutOf({ status, pipeline }: TransactionRow): PipelineStep {
  if (status === 'UPLOAD_ERROR') throw new CatalogueError('image_failed');
  const cutOut = pipeline.improved ?? pipeline.transformed;
  if (status === 'PENDING' || cutOut === undefined) throw new CatalogueError('image_not_ready');
  return cutOut;
}

/** @throws CatalogueError image_not_ready, image_failed */
export function stepOf(row: TransactionRow, step: (typeof IMAGE_STEPS)[number]): PipelineStep {
  const isAsCutOut = step === 'edited' && isUnedited(sceneAt(row.edits));
  if (isAsCutOut) return cutOutOf(row);
  const made = step === 'edited' ? editedPreviewOf(row) : row.pipeline[step];
  if (made !== undefined) return made;
  throw new CatalogueError(row.status === 'UPLOAD_ERROR' ? 'image_failed' : 'image_not_ready');
}

/** Regions for the magic brush. @throws CatalogueError image_not_ready, image_failed, regions_failed */
export function regionsOf({
  status,
  refinement,
  regions,
}: Pick<TransactionRow, 'status' | 'refinement' | 'regions'>): ImageBlob {
  if (regions !== null) return regions;
  if (status === 'UPLOAD_ERROR') throw new CatalogueError('image_failed');
  const isComing = status === 'PENDING' || refinement === 'open';
  throw new CatalogueError(isComing ? 'image_not_ready' : 'regions_failed');
}

export function downloadName(
  row: Pick<TransactionRow, 'originalFileName'>,
  { mediaType }: Pick<ImageBlob, 'mediaType'>,
  suffix: string,
): string {
  // Bidi controls disguise names: "gnp.exe" shown as "exe.png".
  const name = withoutEnd(nameOf(row).replaceAll(/\p{Bidi_Control}/gu, ''));
  const base = withoutEnd(name.replace(/\.[^.]{1,5}$/, '')) || 'image';
  return `${base}${suffix}.${EXTENSIONS[mediaType]}`;
}

/** Windows drops trailing dots and spaces: "NUL.png. ." is the device NUL there. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/**
 * Revalidated on each use: a picture may be deleted at any time.
 * @throws CatalogueError range_not_satisfiable, transaction_not_found
 */
export async function sendPicture(
  { request, reply, blobStore }: { request: HttpRequest; reply: HttpReply; blobStore: BlobStore },
  step: ImageBlob,
  disposition: { readonly type: 'inline' | 'attachment'; readonly fileName: string },
): Promise<Readable | undefined> {
  const etag = `"${step.sha256}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' });
  if (matches(request.headers['if-none-match'], etag)) {
    reply.status(304);
    return undefined;
  }
  const isHead = request.method === 'HEAD';
  const range = isHead ? 'all' : rangeOf(request.headers, { bytes: step.bytes, etag });
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${step.bytes}`);
    throw new CatalogueError('range_not_satisfiable');
  }
  const opened = isHead ? step : await openBlob(blobStore, step.blob, range);
  if (range !== 'all') {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${step.bytes}`);
  }
  reply.headers({
    'content-type': step.mediaType,
    'content-length': opened.bytes,
    'content-disposition': contentDisposition(disposition.type, disposition.fileName),
    'content-security-policy': uploadedBytesPolicy,
    'x-content-type-options': 'nosniff',
  });
  return 'content' in opened ? opened.content : undefined;
}

/** @throws CatalogueError transaction_not_found when the blob has just been removed */
export async function openBlob(
  blobStore: Pick<BlobStore, 'stream'>,
  key: string,
  range: BlobRange | 'all' = 'all',
): ReturnType<BlobStore['stream']> {
  try {
    return await blobStore.stream(key, range === 'all' ? undefined : range);
  } catch (error) {
    // Removal precedes the read model; otherwise the store loses no blob.
    if (error instanceof BlobNotFoundError) throw new CatalogueError('transaction_not_found', { cause: error });
    throw error;
  }
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
