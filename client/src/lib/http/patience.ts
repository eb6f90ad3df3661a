import type { Failure } from '../errors/failure.ts';

/** Whether an answer, or none, says nothing about what was asked, so that asking again later may end otherwise. */
export function isPassing({ status, code }: Failure): boolean {
  return status === 0 || status === 429 || (status >= 502 && status <= 504) || code === 'upload_interrupted';
}

/** Waits, but no longer than until the browser is online again, or `signal` fires. */
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
