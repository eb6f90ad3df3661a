import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A put writes all the time while it is alive, so a file that no process has touched for this long belongs to a process that died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Removes what processes that died left behind in the folder of unfinished work. Others may be writing there. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // What a person asked to delete goes at once, however young: it may be a person's picture.
    if (name.startsWith('deleted-') || (await isAbandoned(path))) await rm(path, { recursive: true, force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS;
  } catch {
    // Finished or removed by its owner meanwhile.
    return false;
  }
}
