import type { Failure } from '../errors/failure.ts';

/**
 * Whether a failure says nothing about the request itself.
 * @param isUnseen for background work: retries after any failure of the server. A waiting person learns of a 500 at
 * once, since this very request may have broken the server.
 */
export function isPassing({ status, code }: Failure, { isUnseen = false } = {}): boolean {
  // Space is freed only after hours.
  if (code === 'storage_quota_reached') return false;
  if (status === 0 || status === 429 || code === 'upload_interrupted') return true;
  return isUnseen ? status >= 500 : status >= 502 && status <= 504;
}

/** At most until the browser is online again or `signal` fires. */
export function untilOnline(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}
