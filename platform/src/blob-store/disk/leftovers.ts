import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A live put writes all the time. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Deleted data goes at once: it may be a person's picture.
    if (name.startsWith('deleted-') || (await isAbandoned(path))) await rm(path, { recursive: true, force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS;
  } catch {
    return false;
  }
}
