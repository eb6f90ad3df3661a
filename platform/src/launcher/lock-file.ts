import { open, readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, processIdentitySchema, type ProcessIdentity } from './process-identity.ts';

/** Undefined when the file is gone, or its writer was killed before it had written. */
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
    await file.writeFile(JSON.stringify(identify(process.pid)));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the lock file at `path` for this process; one whose holder is dead is taken over. The function it resolves with gives it free.
 * @throws what `heldBy` makes of the process that has it
 */
export async function takeLock(path: string, heldBy: (pid: number) => Error): Promise<() => Promise<void>> {
  while (!(await tryLock(path))) {
    let holder = await readHolder(path);
    // It may be just being written.
    if (holder === undefined) await sleep(200);
    holder ??= await readHolder(path);
    if (holder !== undefined && isRunning(holder)) throw heldBy(holder.pid);
    // Moved away before it is removed, so that of two processes only one takes it; and if the other was quicker by so much that
    // this is already its new lock, it is put back.
    const taken = `${path}.${process.pid}`;
    await rename(path, taken).catch(() => undefined);
    const moved = await readHolder(taken);
    if (moved !== undefined && isRunning(moved)) await rename(taken, path);
    else await rm(taken, { force: true });
  }
  return () => rm(path, { force: true });
}
