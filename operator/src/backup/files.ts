import { cp, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LOST_AND_FOUND } from './layout.ts';
import { ignoreMissing } from './missing.ts';

/** Copied separately, only for running processes, or not wanted. */
const NOT_COPIED = new Set([
  'postgres',
  'blobs',
  'logs',
  'spool',
  'run.json',
  'run.json.new',
  'launcher.lock',
  LOST_AND_FOUND,
  join('models', '.unfinished'),
  join('models', '.lock'),
]);

/** Makes `target` hold what else is in the data folder. */
export async function copyFiles(dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    await cp(join(dataDir, name), join(target, name), {
      recursive: true,
      preserveTimestamps: true,
      // A folder may be a link to another disk.
      dereference: true,
      // Leaves out a link to a disk that is away, and what was removed since its folder was read.
      filter: async (source) => !NOT_COPIED.has(relative(dataDir, source)) && (await isThere(source)),
    });
  }
  await removeGone(target, dataDir);
}

const isThere = async (path: string): Promise<boolean> => (await ignoreMissing(stat(path))) !== undefined;

/** A removed model would come back. */
async function removeGone(copy: string, source: string, below = ''): Promise<void> {
  for (const entry of await readdir(join(copy, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    const isGone = NOT_COPIED.has(path) || (await ignoreMissing(lstat(join(source, path)))) === undefined;
    if (isGone) await rm(join(copy, path), { recursive: true });
    // A disk that is away has lost nothing.
    else if (entry.isDirectory() && (await isThere(join(source, path)))) await removeGone(copy, source, path);
  }
}
