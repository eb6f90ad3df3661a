import { setTimeout as delay } from 'node:timers/promises';

export interface Repeated {
  /** Begins the next round as soon as the one that is running has ended. */
  wake(): void;
  /** Resolves when the round that is running has ended. */
  stop(): Promise<void>;
}

interface Repeat {
  /** Pause between two rounds, in milliseconds. */
  readonly everyMs: number;
  /** Does one round. Its signal is aborted when no more is wanted. */
  readonly round: (signal: AbortSignal) => Promise<void>;
  /** What a round threw; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
}

/** Does rounds of work, the first at once, until it is stopped. */
export function repeat({ everyMs, round, onError }: Repeat): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // Before the round: what comes up while it runs begins the next one at once.
      woken = Promise.withResolvers();
      await round(signal).catch(onError);
      await pause();
    }
  }

  async function pause(): Promise<void> {
    const timer = new AbortController();
    const ended = AbortSignal.any([signal, timer.signal]);
    await Promise.race([woken.promise, delay(everyMs, undefined, { signal: ended }).catch(() => undefined)]);
    timer.abort();
  }

  const running = run();
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
