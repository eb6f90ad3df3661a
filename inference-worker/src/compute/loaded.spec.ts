import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const SCRIPT = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({
    resolve(name, context, next) {
      seen.add(name);
      return next(name, context);
    },
  });
  await import(${JSON.stringify(import.meta.resolve('./tasks.ts'))});
  console.log(JSON.stringify([...seen]));`;

test('threads that compute pixels load no event validator: each would hold it in memory', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
    timeout: 20_000,
  });
  if (stdout === '') throw new Error(stderr);
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('sharp');
  expect(loaded).not.toContain('zod');
});
