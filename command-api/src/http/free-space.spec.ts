import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { freeSpaceProblem } from './free-space.ts';

test('a disk with less free space than the floor is a problem that names both', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(await freeSpaceProblem(tmpdir(), most)).toMatch(/^Only \d+ MB are free .* asks for \d+$/);
  expect(await freeSpaceProblem(tmpdir(), 0)).toBeUndefined();
});

test('a missing folder cannot be checked', async () => {
  await expect(freeSpaceProblem('/no/such/folder', 0)).rejects.toThrow('ENOENT');
});
