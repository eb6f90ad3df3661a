interface Wait {
  /** As in `performance.now()`. */
  readonly deadline: number;
  /** May resolve early when something is new. */
  readonly pause: (ms: number) => Promise<unknown>;
  /** Longest pause, milliseconds: a notification may be lost. */
  readonly recheckMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Checks at least once.
 * @returns undefined at the deadline or when the process stops
 */
export async function waitUntil<T>(
  look: () => Promise<T | undefined>,
  { deadline, pause, recheckMs, signal }: Wait,
): Promise<T | undefined> {
  for (;;) {
    const seen = await look();
    const left = deadline - performance.now();
    if (seen !== undefined || left <= 0 || signal?.aborted === true) return seen;
    await pause(Math.min(recheckMs, left));
  }
}
