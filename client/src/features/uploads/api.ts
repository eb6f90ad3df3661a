import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import { request, requestJson } from '../../lib/http/request.ts';
import type { Choice } from '../subject/mark.ts';
import { upload, type UploadOptions } from '../../lib/http/upload.ts';

export interface UploadFileOptions extends UploadOptions {
  /** Makes it one of a bulk upload. */
  readonly batchId?: string;
}

export function uploadFile(file: File, { batchId, ...options }: UploadFileOptions): Promise<UploadAnswer> {
  // 255 characters are the contract's limit; the end is kept because it carries the extension.
  const query = new URLSearchParams({ originalFileName: file.name.trim().slice(-255) || 'image' });
  if (batchId !== undefined) query.set('batchId', batchId);
  return upload(`/api/transaction/?${query}`, file, options);
}

export function uploadByUrl(url: string, signal: AbortSignal): Promise<UploadAnswer> {
  return requestJson('/api/transaction/url/', { method: 'POST', json: { url }, signal });
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
