import { toFailure, type Failure } from '../errors/failure.ts';

/** Image loading retries 3 times with a growing delay (docs/product.md, Browser). */
export const IMAGE_RETRY = { retry: 3, retryDelay: (attempt: number) => (attempt + 1) * 1000 } as const;

/**
 * The one rule of the client for what to ask again: whether an answer, or none, says nothing about what was asked.
 * @param isUnseen for work that no person waits for, such as sending edits: it goes on asking after any failure of the server. A
 *   person who waits is told of a 500 at once, since the server broke over this very request and may do so again.
 */
export function isPassing({ status, code }: Failure, { isUnseen = false } = {}): boolean {
  // It frees in hours.
  if (code === 'storage_quota_reached') return false;
  if (status === 0 || status === 429 || code === 'upload_interrupted') return true;
  return isUnseen ? status >= 500 : status >= 502 && status <= 504;
}

/** The picture is just being cut out: the same will succeed when that is done. */
export const isTooSoon = ({ code }: Failure): boolean => code === 'image_not_ready';

/** How long something is asked for again before a person is told, counted from the last time that the server named its place in a queue; the wait between two tries doubles up to the last of these. */
const GIVE_UP_AFTER_MS = 3 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/**
 * Asks for what the server may still be working on, until it is there.
 * @param onWait is told of each try that failed and is repeated
 * @throws Failure that asking again does not mend, or after minutes
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
