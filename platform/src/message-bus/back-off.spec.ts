import { expect, test } from 'vitest';
import { backOffSeconds } from './back-off.ts';

test('waits four times longer after each failure, up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 400].map((attempt) => backOffSeconds(attempt, 0.5))).toEqual([0.5, 2, 8, 30, 30, 30]);
});

test('spreads by a quarter, and never above the cap', () => {
  expect([backOffSeconds(2, 0), backOffSeconds(2, 1)]).toEqual([1.5, 2.5]);
  expect(backOffSeconds(9, 1)).toBe(30);
});
