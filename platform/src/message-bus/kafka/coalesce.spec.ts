import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inBatches, coalesce } from './coalesce.ts';

test('calls made while one is running are sent together, in order, and settle as one', async () => {
  const turns: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const send = coalesce<number>((items) => {
    turns.push([...items]);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  const first = send([1]);
  const second = send([2, 3]);
  const third = send([4]);
  expect(turns).toEqual([[1]]);
  gates[0]?.resolve();
  await first;
  await nextTurn();
  expect(turns).toEqual([[1], [2, 3, 4]]);
  const lost = new Error('lost');
  gates[1]?.reject(lost);
  await expect(second).rejects.toBe(lost);
  await expect(third).rejects.toBe(lost);
  const fourth = send([5]);
  await nextTurn();
  gates[2]?.resolve();
  await fourth;
  expect(turns).toEqual([[1], [2, 3, 4], [5]]);
});

test('batches keep the order and stay below the limit where possible', () => {
  expect(inBatches([3, 4, 5, 20, 1, 1], 8, (size) => size)).toEqual([[3, 4], [5], [20], [1, 1]]);
  expect(inBatches([], 8, (size: number) => size)).toEqual([]);
});
