import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '@clearcut/platform/cli/command';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Layout } from './layout.ts';
import { restoreBackup } from './restore.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearcut-layout-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'mine');
  return file;
}

test('a new folder is ours once claimed, also on a disk of its own', async () => {
  await mkdir(join(folder, 'lost+found'));
  await mkdir(join(folder, 'bases'));
  const layout = new Layout(folder);
  expect(await layout.read()).toBeUndefined();
  const claimed = await layout.claim('7');
  expect(claimed).toEqual({ format: 1, cluster: '7', bases: [] });
  expect(await layout.read()).toEqual(claimed);
  const { signal } = new AbortController();
  await expect(restoreBackup(folder, join(folder, 'new'), undefined, signal)).rejects.toThrow('was not completed');
});

test.for(['bases/mine', 'wal/mine', 'blobs/transaction/a/original', 'files/thesis.doc'])(
  'regression: a backup into a folder that has %s removed the files of others there',
  async (path) => {
    const file = await put(path);
    const layout = new Layout(folder);
    await expect(layout.claim('7')).rejects.toThrow(UsageError);
    expect(await layout.read()).toBeUndefined();
    expect(await readFile(file, 'utf8')).toBe('mine');
  },
);

test.for([
  ['/srv/clearcut', true],
  ['/srv/clearcut/backup', true],
  ['/srv/clearcut/..backup', true],
  ['/srv/clearcut-backup', false],
  ['/srv', false],
  ['/mnt/backup', false],
] as const)('regression: with the data in /srv/clearcut, a backup to %s is refused: %s', ([path, isRefused]) => {
  const check = (): void => new Layout(path).refuseWithin('/srv/clearcut');
  if (isRefused) expect(check).toThrow('is in DATA_DIR /srv/clearcut');
  else expect(check).not.toThrow();
});
