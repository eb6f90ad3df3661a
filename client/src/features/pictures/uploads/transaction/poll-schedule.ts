import { POLL } from '@clearcut/schemas/constants';

export interface PollStep {
  /** Units of POLL.stepMs. */
  readonly units: number;
  readonly delayMs: number;
}

/**
 * Wait that counts towards the timeout. Restarts at `queuedAt`, the last report of a queue place, so that queueing does
 * not time out; never so short that polling becomes frequent again. Milliseconds of one clock.
 */
export function countedWait(now: number, started: number, queuedAt: number | undefined): number {
  return queuedAt === undefined ? now - started : Math.max(POLL.doubleAfterMs, now - queuedAt);
}

/**
 * The wait before the next poll (docs/product.md, Cut-outs): 300 ms, doubling once 2 seconds have been waited, at most
 * 5 units of 300 ms. Undefined: give up after 60 seconds.
 *
 * @param waitedMs time since the wait began
 * @param previous the previous wait; undefined before the first
 */
export function nextPollStep(waitedMs: number, previous: PollStep | undefined): PollStep | undefined {
  if (waitedMs >= POLL.giveUpAfterMs) return undefined;
  const unitsBefore = previous?.units ?? 1;
  const units = waitedMs < POLL.doubleAfterMs ? 1 : Math.min(unitsBefore * 2, POLL.maxSteps);
  return { units, delayMs: units * POLL.stepMs };
}
