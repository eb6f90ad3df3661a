import { setTimeout as delay } from 'node:timers/promises';

export interface Repeated {
  wake(): void;
  stop(): Promise<void>;
}

interface Repeat {
  /** Pause between rounds, milliseconds. */
  readonly everyMs: number;
  readonly round: (signal: AbortSignal) => Promise<void>;
  /** Rounds continue after an error. */
  readonly onError: (error: unknown) => void;
}

export function repeat({ everyMs, round, onError }: Repeat): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // A wake during the round starts the next at once.
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
