import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ACCEPTANCE_FILE, installedModels, namesOfInstalled } from './installed-models.ts';

test('installed is what has a folder and accepted terms', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'installed-models-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await namesOfInstalled(dataDir)).toEqual([]);
  const folder = installedModels(dataDir);
  for (const name of ['accepted', 'not-accepted', '.unfinished']) await mkdir(join(folder, name), { recursive: true });
  for (const name of ['accepted', '.unfinished']) await writeFile(join(folder, name, ACCEPTANCE_FILE), '{}');
  await writeFile(join(folder, '.current'), 'accepted');
  expect(await namesOfInstalled(dataDir)).toEqual(['accepted']);
});
