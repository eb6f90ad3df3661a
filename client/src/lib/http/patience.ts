import { toFailure, type Failure } from '../errors/failure.ts';

/** Image loading retries 3 times with a growing delay (docs/product.md, Browser). */
export const IMAGE_RETRY = { retry: 3, retryDelay: (attempt: number) => (attempt + 1) * 1000 } as const;

/** Whether an answer, or none, says nothing about what was asked, so that asking again later may end otherwise. */
export function isPassing({ status, code }: Failure): boolean {
  return status === 0 || status === 429 || (status >= 502 && status <= 504) || code === 'upload_interrupted';
}

/** How long something is asked for again before somebody is told; the wait between two tries doubles up to the last of these. */
const GIVE_UP_AFTER_MS = 3 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/** Whether the same may succeed later. */
const mayPass = (failure: Failure): boolean => isPassing(failure) || failure.code === 'image_not_ready';

/**
 * Asks for what the server may still be working on, until it is there.
 * @param onWait is told of each try that failed and is repeated
 * @throws Failure that asking again does not mend, or after minutes
 */
export async function insist<T>(
  ask: () => Promise<T>,
  onWait: (failure: Failure) => void = () => undefined,
): Promise<T> {
  const started = Date.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await ask();
    } catch (error) {
      const failure = toFailure(error);
      if (!mayPass(failure) || Date.now() - started > GIVE_UP_AFTER_MS) throw failure;
      onWait(failure);
      await untilOnline(waitMs);
    }
  }
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

/** What is not there will not come. */
export const isGone = ({ status }: Failure): boolean => status === 404 || status === 410;

/** Loads an image, as often as it takes, where that is no query. @throws whatever the last try failed of */
export async function loadImage<Image>(load: () => Promise<Image>, signal?: AbortSignal): Promise<Image> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (attempt === IMAGE_RETRY.retry || signal?.aborted === true || isGone(toFailure(error))) throw error;
      await untilOnline(IMAGE_RETRY.retryDelay(attempt), signal);
    }
  }
}

/** Shows an image in an element, which asks for it anew whenever its `src` is set, be it to the same address. @throws when it never came */
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
