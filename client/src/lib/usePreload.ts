import { useEffect } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;

/** Milliseconds; a connection that is lost later finds everything there. */
const QUIET_MS = 5_000;

/** Loads at the first sign of a user, or after a while without one. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const controller = new AbortController();
    const start = () => {
      controller.abort();
      // Ignores a failure: opening the page retries and reports it.
      void Promise.allSettled([load()]);
    };
    const timer = setTimeout(start, QUIET_MS);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    for (const sign of SIGNS) window.addEventListener(sign, start, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [load]);
}
