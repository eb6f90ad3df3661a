import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCK, openDataDir, UNFINISHED_RESTORE } from '@clearcut/platform/launcher/data-dir';
import { takeLock } from '@clearcut/platform/launcher/lock-file';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Layout } from './layout.ts';
import { restoreBackup } from './restore.ts';

const AT = '2026-11-24T09:30:00.000Z';
const { signal } = new AbortController();

let root: string;
let folder: string;
let dataDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcut-restore-'));
  [folder, dataDir] = [join(root, 'backup'), join(root, 'data')];
  const layout = new Layout(folder);
  await mkdir(layout.files, { recursive: true });
  await writeFile(join(layout.files, 'encryption-key'), 'secret');
  await mkdir(layout.blobs);
  const bases = [{ name: 'gone', firstWal: '000000010000000000000001', endedAt: AT }];
  await layout.write({ format: 1, cluster: '7', bases, completeThrough: AT });
});
afterEach(() => rm(root, { recursive: true }));

const restored = (stop = signal): Promise<unknown> => restoreBackup(folder, dataDir, undefined, stop);

test('regression: a new disk, which has lost+found, was refused as a folder with files', async () => {
  await mkdir(join(dataDir, 'lost+found'), { recursive: true });
  // It begins, and meets what this backup lacks.
  await expect(restored()).rejects.toThrow('ENOENT');
  expect(await readdir(dataDir)).toEqual(['lost+found']);
});

test('regression: a restore that ended half-way started as an empty installation', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, UNFINISHED_RESTORE), '');
  await expect(openDataDir(dataDir)).rejects.toThrow(`A restore into ${dataDir} did not end.`);
  await expect(restored()).rejects.toThrow('did not end');
});

test('regression: a second restore or a start during one told to empty the folder under it', async () => {
  await mkdir(dataDir);
  const unlock = await takeLock(join(dataDir, LOCK), () => new Error('locked'));
  await expect(restored()).rejects.toThrow(`Process ${process.pid} works on ${dataDir}`);
  await writeFile(join(dataDir, UNFINISHED_RESTORE), '');
  await expect(restored()).rejects.toThrow(`Process ${process.pid} works on ${dataDir}`);
  await expect(openDataDir(dataDir)).rejects.toThrow(
    `A restore into ${dataDir} is under way (process ${process.pid}).`,
  );
  await unlock();
  await expect(openDataDir(dataDir)).rejects.toThrow('did not end');
});

test('regression: a restore that failed left a folder that no other restore took', async () => {
  await expect(restored()).rejects.toThrow('ENOENT');
  expect(await readdir(dataDir)).toEqual([]);
  await expect(restored()).rejects.toThrow('ENOENT');
});

test('regression: Ctrl-C did not end a restore', async () => {
  const stop = AbortSignal.abort(new Error('Stopped by SIGINT'));
  await expect(restored(stop)).rejects.toThrow('Stopped by SIGINT');
  expect(await readdir(dataDir)).toEqual([]);
});
