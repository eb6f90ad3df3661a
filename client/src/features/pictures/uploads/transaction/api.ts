import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { addressOf, call, parse } from '../../../../lib/contracts/call.ts';
import { upload, type UploadOptions } from '../../../../lib/http/upload.ts';

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
  const query = { originalFileName: file.name.trim().slice(-255) || 'image', ...(batchId && { batchId }) };
  // Only an incompletely sent request can be aborted without leaving a picture.
  const sending = new AbortController();
  let sentBytes = 0;
  signal.addEventListener('abort', () => {
    if (sentBytes < file.size) sending.abort();
  });
  const uploaded = upload(addressOf(transactionContracts.uploadFile, { query }), file, {
    ...options,
    signal: sending.signal,
    onProgress: (sent, total) => {
      sentBytes = sent;
      if (!signal.aborted) onProgress(sent, total);
    },
  });
  const answer = uploaded.then(({ status, json }) => parse(transactionContracts.uploadFile, status, json));
  return untilGivenUp(answer, signal);
}

/** Makes the server fetch a picture; deletes it when `signal` fires before the answer. @throws as `request` */
export const uploadByUrl = (url: string, signal: AbortSignal, idempotencyKey: string): Promise<UploadAnswer> =>
  untilGivenUp(call(transactionContracts.uploadByUrl, { body: { url }, idempotencyKey }), signal);

export const getTransaction = (id: string, signal?: AbortSignal) =>
  call(transactionContracts.get, { params: { id }, signal });

const deletionListeners = new Set<(id: string) => void>();

/** Reports every picture deleted by this page, so that no other part shows it. */
export function onDeletion(listener: (id: string) => void): void {
  deletionListeners.add(listener);
}

export async function deleteTransaction(id: string): Promise<void> {
  await call(transactionContracts.remove, { params: { id } });
  for (const listener of deletionListeners) listener(id);
}

/** EventSource sends the cookie that identifies the person. */
export const transactionEvents = (id: string): EventSource =>
  new EventSource(addressOf(transactionContracts.events, { params: { id } }));

export const originalUrl = (id: string): string => addressOf(transactionContracts.original, { params: { id } });
