import { Failure, failureOfAnswer } from '../errors/failure.ts';
import { noticeAnswer } from './answers.ts';
import { getClientId } from './client-id.ts';
import { identitySettled } from './identity-change.ts';

export interface UploadOptions {
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
  /** Deduplicates retries. */
  readonly idempotencyKey?: string;
}

export interface Uploaded {
  readonly status: number;
  readonly json: unknown;
}

/**
 * XMLHttpRequest, because fetch reports no upload progress.
 * @throws Failure for an answer other than 2xx, or none; a DOMException named AbortError when `signal` fires
 */
export async function upload(
  path: string,
  file: File,
  { onProgress, signal, idempotencyKey }: UploadOptions,
): Promise<Uploaded> {
  await identitySettled();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const sentAt = performance.now();
    const cancel = () => xhr.abort();
    xhr.open('POST', path);
    xhr.setRequestHeader('client-id', getClientId());
    xhr.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type);
    if (idempotencyKey !== undefined) xhr.setRequestHeader('idempotency-key', idempotencyKey);
    xhr.upload.addEventListener('progress', (event) => onProgress(event.loaded, event.total));
    xhr.addEventListener('load', () => {
      const header = (name: string) => xhr.getResponseHeader(name);
      const { status, statusText, responseText } = xhr;
      const failure = status >= 200 && status < 300 ? undefined : failureOfAnswer(status, statusText, responseText);
      noticeAnswer({ method: 'POST', path, status, errorCode: failure?.code, sentAt, header });
      if (failure === undefined) resolve({ status, json: JSON.parse(responseText) as unknown });
      else reject(failure);
    });
    xhr.addEventListener('error', () => reject(new Failure('network')));
    xhr.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')));
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    signal.addEventListener('abort', cancel);
    xhr.send(file);
  });
}
