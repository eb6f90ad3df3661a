import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';
import { routesPage } from '../../../scripts/routes.mjs';

test('docs/routes.md matches the contracts', { timeout: 60_000 }, async () => {
  const page = await readFile(join(projectRoot, 'docs/routes.md'), 'utf8');
  expect(page, 'run `npm run routes`').toBe(await routesPage());
});
