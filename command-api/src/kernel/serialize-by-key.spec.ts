import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './serialize-by-key.ts';

test('runs work for one key in order, one at a time, and work for other keys concurrently', async () => {
  const inTurn = createTurns();
  const log: string[] = [];
  const work = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await delay(ms);
    log.push(`${name} ends`);
    return name;
  };
  const all = await Promise.all([inTurn('a', work('a1', 20)), inTurn('a', work('a2', 1)), inTurn('b', work('b1', 1))]);
  expect(all).toEqual(['a1', 'a2', 'b1']);
  expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('failed work fails only for its caller', async () => {
  const inTurn = createTurns();
  const failing = inTurn('a', () => Promise.reject(new Error('lost')));
  const next = inTurn('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('done');
});
