import { useEffect } from 'react';

/** The first signs that a person is about to do something. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;

/** Fetches code at the first sign of life, so that it is there when it is needed and not paid for when it is not. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const controller = new AbortController();
    const start = () => {
      controller.abort();
      // A failure here is no news: opening the page tries again, and says so.
      void Promise.allSettled([load()]);
    };
    for (const sign of SIGNS) window.addEventListener(sign, start, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [load]);
}
