import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { request, requestJson } from '../../../lib/http/request.ts';
import type { Choice } from '../../subject/mark.ts';
import { upload, type UploadOptions } from '../../../lib/http/upload.ts';

export interface UploadFileOptions extends UploadOptions {
  /** Makes it one of a bulk upload. */
  readonly batchId?: string;
}

/**
 * Waits for the answer to an upload until `signal` fires. The server may have the picture by then: it is deleted when the answer comes,
 * and its answer is not waited for. Broken off, its id would never be known, and it would stay there for 24 hours.
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

/** Sends a picture, and takes it back when `signal` fires before the answer came. @throws as `upload` does */
export async function uploadFile(
  file: File,
  { batchId, onProgress, signal, ...options }: UploadFileOptions,
): Promise<UploadAnswer> {
  signal.throwIfAborted();
  // 255 characters are the contract's limit; the end is kept because it carries the extension.
  const query = new URLSearchParams({ originalFileName: file.name.trim().slice(-255) || 'image' });
  if (batchId !== undefined) query.set('batchId', batchId);
  // Only what is not sent whole can be broken off, and is then nowhere.
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

/** Has the server fetch a picture, and takes it back when `signal` fires before the answer came. @throws as `request` does */
export function uploadByUrl(url: string, signal: AbortSignal, idempotencyKey: string): Promise<UploadAnswer> {
  return untilGivenUp(requestJson('/api/transaction/url/', { method: 'POST', json: { url }, idempotencyKey }), signal);
}

export function getTransaction(id: string, signal?: AbortSignal): Promise<TransactionView> {
  return requestJson(`/api/transaction/${id}`, signal && { signal });
}

/** Has the picture cut out anew, for what was marked. */
export function chooseSubject(id: string, choice: Choice): Promise<TransactionView> {
  return requestJson(`/api/transaction/${id}/subject/`, { method: 'POST', json: choice });
}

const deletionListeners = new Set<(id: string) => void>();

/** Tells of every picture that this page deletes, wherever: what is gone must not be shown anywhere else. */
export function onDeletion(listener: (id: string) => void): void {
  deletionListeners.add(listener);
}

export async function deleteTransaction(id: string): Promise<void> {
  await request(`/api/transaction/${id}/`, { method: 'DELETE' });
  for (const listener of deletionListeners) listener(id);
}

/** Every change of a transaction as it happens; identity travels in the cookie, which EventSource sends. */
export function transactionEvents(id: string): EventSource {
  return new EventSource(`/api/transaction/${id}/events`);
}

export function originalUrl(id: string): string {
  return `/api/transaction/${id}/proxy/image/`;
}
