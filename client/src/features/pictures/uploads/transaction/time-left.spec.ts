import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const MINUTE = 60_000;

test.each([
  [24 * 60 * MINUTE, 24, 0, false],
  [(23 * 60 + 5) * MINUTE, 23, 5, false],
  [(23 * 60 + 4) * MINUTE + 1, 23, 5, false],
  [60 * MINUTE + 1, 1, 1, false],
  [60 * MINUTE, 1, 0, true],
  [59 * MINUTE, 0, 59, true],
  [1, 0, 1, true],
  [-5, 0, 1, true],
])('%i ms are %i h %i min', (ms, hours, minutes, isLast) => {
  expect(timeLeft(ms)).toEqual({ hours, minutes, isLast });
});
