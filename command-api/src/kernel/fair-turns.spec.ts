import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { createFairTurns, type Priority } from './fair-turns.ts';

function workshop(atOnce: number, limits = { maxWaiting: 200, maxWaitingOfOne: 200 }) {
  const inTurn = createFairTurns({ atOnce, ...limits });
  const begun: string[] = [];
  const open: { key: string; end: () => void }[] = [];
  return {
    begun,
    open,
    send: (key: string, priority?: Priority) =>
      inTurn(
        key,
        async () => {
          begun.push(key);
          await new Promise<void>((end) => open.push({ key, end }));
        },
        priority,
      ),
    endFirst: async () => {
      open.shift()?.end();
      await new Promise(setImmediate);
    },
  };
}

test('runs one piece of work per key at a time', async () => {
  const { send, begun, endFirst } = workshop(2);
  const all = [send('ann'), send('ann'), send('bob')];
  expect(begun).toEqual(['ann', 'bob']);
  await endFirst();
  expect(begun).toEqual(['ann', 'bob', 'ann']);
  await endFirst();
  await endFirst();
  await Promise.all(all);
});

test('a busy key waits for itself: the others take turns with it', async () => {
  const { send, begun, endFirst, open } = workshop(1);
  const all = [...Array.from({ length: 5 }, () => send('ann')), send('bob'), send('cyd'), send('bob')];
  while (open.length > 0) await endFirst();
  await Promise.all(all);
  expect(begun).toEqual(['ann', 'ann', 'bob', 'cyd', 'ann', 'bob', 'ann', 'ann']);
});

test('first-priority work overtakes all waiting work', async () => {
  const { send, begun, endFirst, open } = workshop(1);
  const all = [send('a', 'later'), send('b', 'later'), send('c', 'later'), send('ann'), send('bob', 'first')];
  while (open.length > 0) await endFirst();
  await Promise.all(all);
  expect(begun).toEqual(['a', 'ann', 'bob', 'b', 'c']);
});

test('a line that is full for the other priority still accepts first-priority work', async () => {
  const inTurn = createFairTurns({ atOnce: 1, maxWaiting: 1, maxWaitingOfOne: 1 });
  const gate = Promise.withResolvers<void>();
  const begun = [inTurn('a', () => gate.promise, 'later'), inTurn('b', () => gate.promise, 'later')];
  await expect(inTurn('c', () => gate.promise, 'later')).rejects.toMatchObject({ code: 'service_unavailable' });
  begun.push(inTurn('ann', () => gate.promise));
  gate.resolve();
  await Promise.all(begun);
});

test('refuses too many of one key and too many in all; failed work passes its place on', async () => {
  const inTurn = createFairTurns({ atOnce: 1, maxWaiting: 2, maxWaitingOfOne: 1 });
  const gate = Promise.withResolvers<void>();
  const first = inTurn('ann', () => gate.promise);
  const second = inTurn('ann', () => Promise.resolve('ann'));
  await expect(inTurn('ann', () => Promise.resolve('more'))).rejects.toMatchObject({ code: 'too_many_attempts' });
  const third = inTurn('bob', () => Promise.resolve('bob'));
  await expect(inTurn('cyd', () => Promise.resolve('cyd'))).rejects.toMatchObject({ code: 'service_unavailable' });
  gate.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  expect(await Promise.all([second, third])).toEqual(['ann', 'bob']);
  expect(await inTurn('cyd', () => Promise.resolve('cyd'))).toBe('cyd');
});

test('runs each piece of work once, never two of one key, in any order', async () => {
  await assert(
    asyncProperty(
      array(constantFrom('ann', 'bob', 'cyd', 'end'), { maxLength: 30 }),
      integer({ min: 1, max: 3 }),
      async (steps, atOnce) => {
        const { send, begun, open, endFirst } = workshop(atOnce);
        const all: Promise<void>[] = [];
        for (const step of steps) {
          if (step === 'end') await endFirst();
          else all.push(send(step));
          expect(new Set(open.map(({ key }) => key)).size).toBe(open.length);
          expect(open.length).toBeLessThanOrEqual(atOnce);
        }
        while (open.length > 0) await endFirst();
        await Promise.all(all);
        expect(begun.toSorted()).toEqual(steps.filter((step) => step !== 'end').toSorted());
      },
    ),
  );
});
