interface Wait {
  /** When waiting ends, by `Date.now()`. */
  readonly deadline: number;
  /** Resolves after as many milliseconds, or as soon as there may be something new. */
  readonly pause: (ms: number) => Promise<unknown>;
  /** Longest pause, in milliseconds: a notification may be lost. */
  readonly recheckMs: number;
  /** Ends the wait when the process stops. */
  readonly signal?: AbortSignal;
}

/**
 * Looks until there is something to see, and at least once.
 * @returns what `look` saw; undefined when the time is over or the process stops
 */
export async function waitUntil<T>(
  look: () => Promise<T | undefined>,
  { deadline, pause, recheckMs, signal }: Wait,
): Promise<T | undefined> {
  for (;;) {
    const seen = await look();
    const left = deadline - Date.now();
    if (seen !== undefined || left <= 0 || signal?.aborted === true) return seen;
    await pause(Math.min(recheckMs, left));
  }
}
