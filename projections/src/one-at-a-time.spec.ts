import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('runs work one at a time, even after a failure; work aborted while waiting never begins', async () => {
  const inTurn = oneAtATime();
  const { signal } = new AbortController();
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(signal, () => {
    begun.push('one');
    return first.promise;
  });
  const givenUp = new AbortController();
  const two = inTurn(givenUp.signal, async () => begun.push('two'));
  const three = inTurn(signal, async () => begun.push('three'));
  await Promise.resolve();
  expect(begun).toEqual(['one']);
  givenUp.abort(new Error('stopping'));
  first.reject(new Error('it failed'));
  await expect(one).rejects.toThrow('it failed');
  await expect(two).rejects.toThrow('stopping');
  await three;
  expect(begun).toEqual(['one', 'three']);
});
