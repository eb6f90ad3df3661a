import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDataDir } from './data-dir.ts';

test('regression: on a full disk, the remedy was another DATA_DIR, which is empty', async ({ skip }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clearcut-data-dir-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    skip('Nothing can be mounted here');
  }
  try {
    await writeFile(join(dataDir, 'filler'), Buffer.alloc(64 * 1024)).catch(() => undefined);
    await expect(openDataDir(dataDir)).rejects.toThrow(`The disk of DATA_DIR ${dataDir} is full. Make room`);
  } finally {
    execFileSync('umount', [dataDir]);
  }
});

test('regression: a killed start on a disk that became read-only made the next one hang', async ({ skip }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clearcut-data-dir-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    skip('Nothing can be mounted here');
  }
  try {
    await writeFile(join(dataDir, 'launcher.lock'), '{"pid":999999999,"started":"never"}');
    execFileSync('mount', ['-o', 'remount,ro', dataDir]);
    await expect(openDataDir(dataDir)).rejects.toThrow(`DATA_DIR ${dataDir} cannot be written: read-only file system.`);
  } finally {
    execFileSync('umount', [dataDir]);
  }
});
