import { CatalogueError } from '@clearcut/schemas/errors';
import { expect, test } from 'vitest';
import { type SettledDeps, whenSettled } from './settled.ts';

const OWNER = { kind: 'user', userId: 'u', teamId: 't' } as never;

function depsOf(open: () => Promise<unknown>) {
  const calls = { looks: 0, closed: 0 };
  const deps = {
    changes: { watch: () => ({ next: () => Promise.resolve(), close: () => (calls.closed += 1) }) },
    reader: {
      open: () => {
        calls.looks += 1;
        return open();
      },
    },
    signal: new AbortController().signal,
  } as unknown as SettledDeps;
  return { deps, calls };
}

test('polls a settled picture once', async () => {
  const row = { status: 'UPLOADED', refinement: 'done' };
  const { deps, calls } = depsOf(() => Promise.resolve(row));
  expect(await whenSettled(deps, 'a', OWNER, performance.now() + 1_000)).toBe(row);
  expect(calls).toEqual({ looks: 1, closed: 1 });
});

test('returns the current state at the deadline', async () => {
  const row = { status: 'PENDING', refinement: 'open' };
  const { deps } = depsOf(() => Promise.resolve(row));
  expect(await whenSettled(deps, 'a', OWNER, performance.now())).toBe(row);
});

test('regression: a missing picture leaves no watch open', async () => {
  const { deps, calls } = depsOf(() => Promise.reject(new CatalogueError('transaction_not_found')));
  await expect(whenSettled(deps, 'a', OWNER, performance.now() + 1_000)).rejects.toMatchObject({
    code: 'transaction_not_found',
  });
  expect(calls.closed).toBe(1);
});
