import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('regression: a folder that /proc denies was tried for ever', async () => {
  await expect(makeFolder('/proc/clearcut/data')).rejects.toThrow('ENOENT');
});

test('makes parents, and keeps a folder that is there', async () => {
  const root = await mkdtemp(join(tmpdir(), 'clearcut-folder-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'a/b');
  await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await symlink(folder, join(root, 'link'));
  await makeFolder(join(root, 'link'));
  await writeFile(join(root, 'file'), '');
  await expect(makeFolder(join(root, 'file'))).rejects.toThrow('EEXIST');
  await expect(makeFolder(join(root, 'file/below'))).rejects.toThrow('ENOTDIR');
});
