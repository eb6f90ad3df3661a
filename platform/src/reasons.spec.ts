import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { denialOf } from './reasons.ts';

test('regression: a start with files of another user said neither which nor what to do', async () => {
  const denied = Object.assign(new Error("EACCES: permission denied, open '/srv/logs/launcher.log'"), {
    code: 'EACCES',
    errno: -13,
    path: '/srv/logs/launcher.log',
  });
  expect(denialOf(denied)).toBe(
    '/srv/logs/launcher.log cannot be used: permission denied. Give it to the user who starts Clearcut.',
  );
  const missing: unknown = await readFile('/nowhere').catch((error: unknown) => error);
  expect([denialOf(missing), denialOf('text')]).toEqual([undefined, undefined]);
});
