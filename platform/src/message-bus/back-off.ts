const FIRST_SECONDS = 0.5;
const FACTOR = 4;
const LAST_SECONDS = 30;

/**
 * Seconds to wait after the `attempt`-th failure (from 1): 0.5, 2, 8, 30, 30 … Each up to a quarter shorter or longer, so that what
 * failed together does not come back together.
 *
 * @param random uniform in 0..1
 */
export function backOffSeconds(attempt: number, random: number = Math.random()): number {
  return spread(FIRST_SECONDS * FACTOR ** (attempt - 1), random);
}

/** The same in an outage that has lasted so many seconds: as long again, so that many messages that meet it do not wait longer than one. */
export function outageBackOffSeconds(lasted: number, random: number = Math.random()): number {
  return spread(Math.max(FIRST_SECONDS, lasted), random);
}

/** Where each failure counts, and the fault may last for a minute: the longest that a message waits. */
export function longestBackOffSeconds(random: number = Math.random()): number {
  return spread(LAST_SECONDS, random);
}

const spread = (seconds: number, random: number): number => Math.min(LAST_SECONDS, seconds * (0.75 + random / 2));
