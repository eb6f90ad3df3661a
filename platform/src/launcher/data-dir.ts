import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, processIdentitySchema, type ProcessIdentity } from './process-identity.ts';
import { reasonOf, StartError } from './start-error.ts';

const LOCK = 'launcher.lock';

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

/** Lets one launcher at a time work on a data folder; a lock whose holder is dead is taken over. */
async function lock(dataDir: string): Promise<void> {
  const path = join(dataDir, LOCK);
  while (!(await tryLock(path))) {
    let holder = await readHolder(path);
    // It may be just being written.
    if (holder === undefined) await sleep(200);
    holder ??= await readHolder(path);
    if (holder !== undefined && isRunning(holder)) {
      throw new StartError(
        `Clearcut is already running on ${dataDir} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    // Moved away before it is removed, so that of two launchers only one takes it; and if the other was quicker by so much that
    // this is already its new lock, it is put back.
    const taken = `${path}.${process.pid}`;
    await rename(path, taken).catch(() => undefined);
    const moved = await readHolder(taken);
    if (moved !== undefined && isRunning(moved)) await rename(taken, path);
    else await rm(taken, { force: true });
  }
}

/**
 * Makes the data folder when it is missing and takes it for this launcher. The function it resolves with gives it free again.
 * @throws StartError
 */
export async function openDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    // Nobody else may look inside. For root, the user that PostgreSQL runs as must be able to pass through.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await mkdir(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    await lock(dataDir);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written: ${reasonOf(error)}. Set DATA_DIR to a folder that can.`,
      {
        cause: error,
      },
    );
  }
  return () => rm(join(dataDir, LOCK), { force: true });
}
