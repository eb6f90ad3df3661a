import { POLL } from '@clearcut/schemas/constants';

export interface PollStep {
  /** Length of this wait in units of POLL.stepMs. */
  readonly units: number;
  readonly delayMs: number;
}

/**
 * How long a wait counts as. Who was told at `toldAt` that others come first is not told a minute later that it took too long: it
 * counts from the last such word on, and never as so short that looks become frequent again. All in milliseconds of one clock.
 */
export function countedWait(now: number, started: number, toldAt: number | undefined): number {
  return toldAt === undefined ? now - started : Math.max(POLL.doubleAfterMs, now - toldAt);
}

/**
 * The wait before the next look at a transaction (docs/product.md, Cut-outs): 300 ms, doubling once 2 seconds have been waited, never
 * more than 5 units of 300 ms. Undefined = give up, 60 seconds are over.
 *
 * @param waitedMs time since the wait began
 * @param previous the wait before this one; undefined before the first
 */
export function nextPollStep(waitedMs: number, previous: PollStep | undefined): PollStep | undefined {
  if (waitedMs >= POLL.giveUpAfterMs) return undefined;
  const unitsBefore = previous?.units ?? 1;
  const units = waitedMs < POLL.doubleAfterMs ? 1 : Math.min(unitsBefore * 2, POLL.maxSteps);
  return { units, delayMs: units * POLL.stepMs };
}
