import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomUuid } from './random-uuid.ts';

test('makes ids of version 4', () => {
  expect(randomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('regression: no page calls crypto.randomUUID, which a plain-http address lacks', () => {
  const folder = join(import.meta.dirname, '..');
  const calls = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.spec.ts'] }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('crypto.randomUUID('),
  );
  expect(calls).toEqual([]);
});
