import { toFailure } from '../errors/failure.ts';
import { isMissing } from '../errors/is-missing.ts';
import { untilOnline } from '../http/retry.ts';

/** Retries images 3 times with a growing delay (docs/product.md, Browser). */
export const IMAGE_RETRY = { retry: 3, retryDelay: (attempt: number) => (attempt + 1) * 1000 } as const;

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
