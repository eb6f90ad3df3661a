import { toFailure, type Failure } from '../errors/failure.ts';

/** Retries images 3 times with a growing delay (docs/product.md, Browser). */
export const IMAGE_RETRY = { retry: 3, retryDelay: (attempt: number) => (attempt + 1) * 1000 } as const;

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

/** The cut-out is still running: the same call succeeds afterwards. */
export const isTooSoon = ({ code }: Failure): boolean => code === 'image_not_ready';

/** Counted from the server's last queue position. */
const GIVE_UP_AFTER_MS = 3 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/**
 * @param onWait receives each failure that is retried
 * @throws Failure that a retry does not help, or after minutes
 */
export async function insist<T>(
  ask: () => Promise<T>,
  onWait: (failure: Failure) => void = () => undefined,
): Promise<T> {
  let since = Date.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await ask();
    } catch (error) {
      const failure = toFailure(error);
      const mayPass = isPassing(failure) || isTooSoon(failure);
      if (failure.ahead !== undefined) since = Date.now();
      if (!mayPass || Date.now() - since > GIVE_UP_AFTER_MS) throw failure;
      onWait(failure);
      await untilOnline(waitMs);
    }
  }
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

export const isMissing = ({ status }: Failure): boolean => status === 404 || status === 410;

/** @throws the last failure */
export async function loadImage<Image>(load: () => Promise<Image>, signal?: AbortSignal): Promise<Image> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (attempt === IMAGE_RETRY.retry || signal?.aborted === true || isMissing(toFailure(error))) throw error;
      await untilOnline(IMAGE_RETRY.retryDelay(attempt), signal);
    }
  }
}

/** Setting `src`, even to the same address, requests it again. @throws when it never loads */
export function showImage(image: HTMLImageElement, src: string, signal: AbortSignal): Promise<void> {
  return loadImage(
    () =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        image.addEventListener('load', () => resolve(), { once: true, signal });
        image.addEventListener('error', () => reject(new Error('The image did not load')), { once: true, signal });
        image.src = src;
      }),
    signal,
  );
}
