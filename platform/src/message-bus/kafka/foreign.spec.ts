import { expect, test } from 'vitest';
import { isStorable, isStorablePriority } from './foreign.ts';

test('ignores keys and groups with a zero character or too long for an index', () => {
  expect(['', 'job-1', 'ä'.repeat(255)].map(isStorable)).toEqual([true, true, true]);
  expect(['a\0b', 'x'.repeat(256)].map(isStorable)).toEqual([false, false]);
});

test('ignores priorities that are not PostgreSQL integers', () => {
  expect([0, -1, 2 ** 31 - 1].map(isStorablePriority)).toEqual([true, true, true]);
  expect([2 ** 31, -(2 ** 40), 0.5, Number.NaN, Infinity].map(isStorablePriority)).toEqual(Array(5).fill(false));
});
