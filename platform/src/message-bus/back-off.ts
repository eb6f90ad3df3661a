const FIRST_SECONDS = 0.5;
const FACTOR = 4;
const MAX_SECONDS = 30;

/**
 * Seconds: 0.5, 2, 8, 30 …, ±25 % against joint retries.
 * @param attempt from 1
 * @param random 0..1
 */
export function backOffSeconds(attempt: number, random: number = Math.random()): number {
  return spread(FIRST_SECONDS * FACTOR ** (attempt - 1), random);
}

/** As long again as the outage has `lasted`. */
export function outageBackOffSeconds(lasted: number, random: number = Math.random()): number {
  return spread(Math.max(FIRST_SECONDS, lasted), random);
}

/** The fault may last a minute. */
export function longestBackOffSeconds(random: number = Math.random()): number {
  return spread(MAX_SECONDS, random);
}

const spread = (seconds: number, random: number): number => Math.min(MAX_SECONDS, seconds * (0.75 + random / 2));
