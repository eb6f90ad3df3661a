import { open, readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, processIdentitySchema, type ProcessIdentity } from './process-identity.ts';

async function readHolder(path: string): Promise<ProcessIdentity | undefined> {
  const content = await readFile(path, 'utf8').catch(() => '');
  try {
    return processIdentitySchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o644);
    try {
      await file.writeFile(JSON.stringify(identify(process.pid)));
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes over from a dead holder; resolves with the unlock function.
 * @throws `heldBy(pid)`
 */
export async function takeLock(path: string, heldBy: (pid: number) => Error): Promise<() => Promise<void>> {
  while (!(await tryLock(path))) {
    let holder = await readHolder(path);
    // It may be half-written.
    if (holder === undefined) await sleep(200);
    holder ??= await readHolder(path);
    if (holder !== undefined && isRunning(holder)) throw heldBy(holder.pid);
    // Only one process can move it; put back if it is already another's new lock.
    const taken = `${path}.${process.pid}`;
    await rename(path, taken).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    const moved = await readHolder(taken);
    if (moved !== undefined && isRunning(moved)) await rename(taken, path);
    else await rm(taken, { force: true });
  }
  return () => rm(path, { force: true });
}
