import { expect, test } from 'vitest';
import { countedWait, nextPollStep, type PollStep } from './poll-schedule.ts';

/** Waits of a client whose polls take no time. */
function waits(): number[] {
  const delays: number[] = [];
  let waited = 0;
  let step: PollStep | undefined;
  while ((step = nextPollStep(waited, step)) !== undefined) {
    delays.push(step.delayMs);
    waited += step.delayMs;
  }
  return delays;
}

test('the first wait is 300 ms', () => {
  expect(nextPollStep(0, undefined)).toEqual({ units: 1, delayMs: 300 });
});

test('the step stays 300 ms for 2 seconds, then doubles, capped at 5 units', () => {
  expect(waits().slice(0, 12)).toEqual([300, 300, 300, 300, 300, 300, 300, 600, 1200, 1500, 1500, 1500]);
});

test('gives up after 60 seconds of waiting, and not before', () => {
  const delays = waits();
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBeGreaterThanOrEqual(60_000);
  expect(total - (delays.at(-1) ?? 0)).toBeLessThan(60_000);
  expect(nextPollStep(59_999, { units: 5, delayMs: 1500 })).toBeDefined();
  expect(nextPollStep(60_000, { units: 5, delayMs: 1500 })).toBeUndefined();
});

test('polls a queued upload rarely, for up to a minute after its last reported place', () => {
  expect(countedWait(61_000, 1_000, undefined)).toBe(60_000);
  expect(countedWait(61_000, 1_000, 60_500)).toBe(2_000);
  expect(nextPollStep(countedWait(61_000, 1_000, 60_500), { units: 5, delayMs: 1500 })?.delayMs).toBe(1500);
  expect(nextPollStep(countedWait(120_500, 1_000, 60_500), undefined)).toBeUndefined();
});
