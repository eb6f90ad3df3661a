import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';

test('regression: each command API of docker-compose.yml had an encryption key of its own, which ended with its container', async () => {
  const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  const service = /\n {2}command-api:\n((?: {4}.*\n)+)/.exec(compose)?.[1];
  expect(service).toContain('ENCRYPTION_KEYS_FILE: /run/secrets/encryption-keys');
  expect(compose).toContain('encryption-keys: { file: ./secrets/encryption-keys }');
});
