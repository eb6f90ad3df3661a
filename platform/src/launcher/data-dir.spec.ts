import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDataDir } from './data-dir.ts';

/** A disk of its own; skips where nothing can be mounted. */
async function mountedDir(size: string, skip: (note: string) => never): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clearcut-data-dir-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    skip('Nothing can be mounted here');
  }
  // Runs before the removal: the last one registered is the first.
  onTestFinished(() => void execFileSync('umount', [dataDir]));
  return dataDir;
}

test('regression: on a full disk, the remedy was another DATA_DIR, which is empty', async ({ skip }) => {
  const dataDir = await mountedDir('16k', skip);
  await writeFile(join(dataDir, 'filler'), Buffer.alloc(64 * 1024)).catch(() => undefined);
  await expect(openDataDir(dataDir)).rejects.toThrow(`The disk of DATA_DIR ${dataDir} is full. Make room`);
});

test('regression: a killed start on a disk that became read-only made the next one hang', async ({ skip }) => {
  const dataDir = await mountedDir('1m', skip);
  await writeFile(join(dataDir, 'launcher.lock'), '{"pid":999999999,"started":"never"}');
  execFileSync('mount', ['-o', 'remount,ro', dataDir]);
  await expect(openDataDir(dataDir)).rejects.toThrow(`DATA_DIR ${dataDir} cannot be written: read-only file system.`);
});
