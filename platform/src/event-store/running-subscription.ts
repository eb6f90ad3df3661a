import type { Subscription } from './port.ts';

/** Runs `deliver` until it fails or the subscription is stopped, which aborts its signal. */
export function runSubscription(deliver: (signal: AbortSignal) => Promise<void>): Subscription {
  const stopping = new AbortController();
  const finished = deliver(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
  });
  // Callers may look at `finished` later.
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished.catch(() => undefined);
    },
  };
}
