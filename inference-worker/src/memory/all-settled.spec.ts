import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allSettled } from './all-settled.ts';

test('returns every result, in order', async () => {
  expect(await allSettled([setTimeout(5, 'late'), Promise.resolve(2)])).toEqual(['late', 2]);
});

test('an error waits for tasks that are still running', async () => {
  let isAtWork = true;
  const slow = setTimeout(20).then(() => (isAtWork = false));
  await expect(allSettled([Promise.reject(new Error('no memory')), slow])).rejects.toThrow('no memory');
  expect(isAtWork).toBe(false);
});
