import { useEffect } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;

export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const controller = new AbortController();
    const start = () => {
      controller.abort();
      // Ignores a failure: opening the page retries and reports it.
      void Promise.allSettled([load()]);
    };
    for (const sign of SIGNS) window.addEventListener(sign, start, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [load]);
}
