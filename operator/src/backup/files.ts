import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
]);

/** Makes `target` hold what else is in the data folder. */
export async function copyFiles(dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (NOT_COPIED.has(name)) continue;
    // A folder may be a link to another disk.
    await cp(join(dataDir, name), join(target, name), { recursive: true, preserveTimestamps: true, dereference: true });
  }
  await removeGone(target, dataDir);
}

/** A removed model would come back. */
async function removeGone(copy: string, source: string): Promise<void> {
  for (const entry of await readdir(copy, { withFileTypes: true })) {
    const [own, original] = [join(copy, entry.name), join(source, entry.name)];
    if ((await ignoreMissing(lstat(original))) === undefined) await rm(own, { recursive: true });
    else if (entry.isDirectory()) await removeGone(own, original);
  }
}
