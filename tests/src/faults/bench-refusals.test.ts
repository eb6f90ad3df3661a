/** An impossible benchmark: one clear line and the usage, before anything starts. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { outcome } from './projections-harness.ts';

test.for([
  ['an unknown section', ['--only', 'speed'], 'There is no section "speed".'],
  ['a missing picture', ['--picture', '/nowhere/photo.jpg'], '/nowhere/photo.jpg cannot be read: ENOENT'],
] as const)('%s', async ([, words, complaint]) => {
  const bench = spawn(process.execPath, [join(projectRoot, 'tests/src/bench/main.ts'), ...words]);
  const { code, stdout, stderr } = await outcome(bench);
  expect(stderr).toMatch(/^[^\n]+\n\nUsage: npm run bench [^\n]+\n$/);
  expect(stderr.startsWith(complaint)).toBe(true);
  expect([code, stdout]).toEqual([2, '']);
});
