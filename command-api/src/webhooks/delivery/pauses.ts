const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After each failed try but the last, as Standard Webhooks suggests: about three days in total. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];

/**
 * Milliseconds after failure number `failures` (from 1), plus up to a tenth of jitter; null after the last.
 * @param random uniform in 0..1
 */
export function pauseAfter(failures: number, random: number = Math.random()): number | null {
  const pause = PAUSES_MS[failures - 1];
  return pause === undefined ? null : pause * (1 + random / 10);
}
