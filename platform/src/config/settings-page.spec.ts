import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './project.ts';
import { settingsPage, undocumentedSettings } from './settings-page.ts';

test('documents every setting exactly once', () => {
  expect(undocumentedSettings()).toEqual([]);
});

test('docs/settings.md is what npm run settings writes', async () => {
  expect(await readFile(join(projectRoot, 'docs', 'settings.md'), 'utf8')).toBe(settingsPage());
});
