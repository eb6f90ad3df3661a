import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { request, requestJson } from '../../../lib/http/request.ts';
import { upload, type UploadOptions } from '../../../lib/http/upload.ts';

export interface UploadFileOptions extends UploadOptions {
  /** Adds it to a bulk upload. */
  readonly batchId?: string;
}

/**
 * Waits for an upload's answer until `signal` fires. The server may already have the picture: it is deleted in the
 * background once the answer arrives. Aborting the request would lose its id and leave it there for 24 hours.
 * @throws a DOMException named AbortError when `signal` fires
 */
function untilGivenUp(answer: Promise<UploadAnswer>, signal: AbortSignal): Promise<UploadAnswer> {
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const kept = answer.then(async (picture) => {
    if (signal.aborted) await deleteTransaction(picture.id);
    return picture;
  });
  return Promise.race([kept, givenUp]);
}

/** Uploads a picture; deletes it when `signal` fires before the answer. @throws as `upload` */
export async function uploadFile(
  file: File,
  { batchId, onProgress, signal, ...options }: UploadFileOptions,
): Promise<UploadAnswer> {
  signal.throwIfAborted();
  // The contract's limit is 255 characters; keeps the end, which has the extension.
  const query = new URLSearchParams({ originalFileName: file.name.trim().slice(-255) || 'image' });
  if (batchId !== undefined) query.set('batchId', batchId);
  // Only an incompletely sent request can be aborted without leaving a picture.
  const sending = new AbortController();
  let sentBytes = 0;
  signal.addEventListener('abort', () => {
    if (sentBytes < file.size) sending.abort();
  });
  const answer = upload<UploadAnswer>(`/api/transaction/?${query}`, file, {
    ...options,
    signal: sending.signal,
    onProgress: (sent, total) => {
      sentBytes = sent;
      if (!signal.aborted) onProgress(sent, total);
    },
  });
  return untilGivenUp(answer, signal);
}

/** Makes the server fetch a picture; deletes it when `signal` fires before the answer. @throws as `request` */
export function uploadByUrl(url: string, signal: AbortSignal, idempotencyKey: string): Promise<UploadAnswer> {
  return untilGivenUp(requestJson('/api/transaction/url/', { method: 'POST', json: { url }, idempotencyKey }), signal);
}

export function getTransaction(id: string, signal?: AbortSignal): Promise<TransactionView> {
  return requestJson(`/api/transaction/${id}`, signal && { signal });
}

const deletionListeners = new Set<(id: string) => void>();

/** Reports every picture deleted by this page, so that no other part shows it. */
export function onDeletion(listener: (id: string) => void): void {
  deletionListeners.add(listener);
}

export async function deleteTransaction(id: string): Promise<void> {
  await request(`/api/transaction/${id}/`, { method: 'DELETE' });
  for (const listener of deletionListeners) listener(id);
}

/** EventSource sends the cookie that identifies the person. */
export function transactionEvents(id: string): EventSource {
  return new EventSource(`/api/transaction/${id}/events`);
}

export function originalUrl(id: string): string {
  return `/api/transaction/${id}/proxy/image/`;
}
