import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDir } from '@clearcut/platform/launcher/data-dir';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Layout } from './layout.ts';
import { restoreBackup } from './restore.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcut-restore-'));
});
afterEach(() => rm(root, { recursive: true }));

test('regression: a new disk, which has lost+found, was refused as a folder with files', async () => {
  const [folder, dataDir] = [join(root, 'backup'), join(root, 'data')];
  await mkdir(join(dataDir, 'lost+found'), { recursive: true });
  const at = '2026-11-24T09:30:00.000Z';
  const bases = [{ name: 'gone', firstWal: '000000010000000000000001', endedAt: at }];
  await mkdir(folder);
  await new Layout(folder).write({ format: 1, cluster: '7', bases, completeThrough: at });
  // It begins, and meets what this backup lacks.
  await expect(restoreBackup(folder, dataDir, undefined)).rejects.toThrow('ENOENT');
});

test('regression: a restore that ended half-way started as an empty installation', async () => {
  const [folder, dataDir] = [join(root, 'backup'), join(root, 'data')];
  const layout = new Layout(folder);
  await mkdir(layout.files, { recursive: true });
  const at = '2026-11-24T09:30:00.000Z';
  const bases = [{ name: 'gone', firstWal: '000000010000000000000001', endedAt: at }];
  await layout.write({ format: 1, cluster: '7', bases, completeThrough: at });

  await expect(restoreBackup(folder, dataDir, undefined)).rejects.toThrow('ENOENT');
  await expect(openDataDir(dataDir)).rejects.toThrow(`A restore into ${dataDir} did not end.`);
  await expect(restoreBackup(folder, dataDir, undefined)).rejects.toThrow('did not end');
});
