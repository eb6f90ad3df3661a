const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After each try that failed but the last, as Standard Webhooks suggests: about three days from the first to the last. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];

/**
 * How long to wait after the `failures`-th failure (from 1), in milliseconds; null after the last. Up to a tenth longer, so that what
 * failed together does not come back together.
 * @param random uniform in 0..1
 */
export function pauseAfter(failures: number, random: number = Math.random()): number | null {
  const pause = PAUSES_MS[failures - 1];
  return pause === undefined ? null : pause * (1 + random / 10);
}
