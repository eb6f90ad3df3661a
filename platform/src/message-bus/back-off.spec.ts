import { expect, test } from 'vitest';
import { backOffSeconds, longestBackOffSeconds, outageBackOffSeconds } from './back-off.ts';

test('waits four times longer after each failure, up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 400].map((attempt) => backOffSeconds(attempt, 0.5))).toEqual([0.5, 2, 8, 30, 30, 30]);
});

test('spreads by a quarter, and never exceeds the cap', () => {
  expect([backOffSeconds(2, 0), backOffSeconds(2, 1)]).toEqual([1.5, 2.5]);
  expect(backOffSeconds(9, 1)).toBe(30);
});

test('waits as long again as an outage has lasted, within the same limits', () => {
  expect([0, 0.5, 1, 20, 3_600].map((lasted) => outageBackOffSeconds(lasted, 0.5))).toEqual([0.5, 0.5, 1, 20, 30]);
  expect([outageBackOffSeconds(8, 0), outageBackOffSeconds(8, 1), outageBackOffSeconds(60, 1)]).toEqual([6, 10, 30]);
});

test('two pauses between three tries take at most about a minute', () => {
  expect([longestBackOffSeconds(0), longestBackOffSeconds(0.5), longestBackOffSeconds(1)]).toEqual([22.5, 30, 30]);
});
