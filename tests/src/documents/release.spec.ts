import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot, version } from '@clearcut/platform/config/project';
import { expect, onTestFinished, test } from 'vitest';
import { release, versionsIn } from '../../../scripts/release.mjs';

test('every package, document and label has the same version', () => {
  const versions = versionsIn(projectRoot);
  expect(new Set(Object.values(versions))).toEqual(new Set([version]));
  const packages = globSync('{*,{clients,tools}/*}/package.json', { cwd: projectRoot }).filter(
    (path) => !path.startsWith('node_modules'),
  );
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(packages));
});

test('a release writes its version everywhere and cuts the changelog', async () => {
  const root = await mkdtemp(join(tmpdir(), 'clearcut-release-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const path of [...Object.keys(versionsIn(projectRoot)), 'CHANGELOG.md']) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await copyFile(join(projectRoot, path), join(root, path));
  }
  const changelog = join(root, 'CHANGELOG.md');
  await writeFile(changelog, '# Changelog\n\n## Unreleased\n\n## 1.0.0\n');
  expect(() => release(root, '7.8.9', '2030-01-02')).toThrow('nothing under "Unreleased"');
  await writeFile(changelog, '# Changelog\n\n## Unreleased\n\n- Something.\n\n## 1.0.0\n');
  expect(() => release(root, '7.8', '2030-01-02')).toThrow('is no version');
  release(root, '7.8.9', '2030-01-02');
  expect(new Set(Object.values(versionsIn(root)))).toEqual(new Set(['7.8.9']));
  expect(await readFile(changelog, 'utf8')).toContain('## Unreleased\n\n## 7.8.9 – 2030-01-02\n\n- Something.\n');
});
