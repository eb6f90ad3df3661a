import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { isStorageFull } from '../storage-full.ts';
import { takeLock } from './lock-file.ts';
import { reasonOf } from '../reasons.ts';
import { StartError } from './start-error.ts';

/** A restore holds it too. */
export const LOCK = 'launcher.lock';
/** Written by a restore, and removed at its end: half of it would start as an empty installation. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

export const hasUnfinishedRestore = (dataDir: string): Promise<boolean> =>
  access(join(dataDir, UNFINISHED_RESTORE)).then(
    () => true,
    () => false,
  );

/** PostgreSQL's user must be able to pass. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * Resolves with the function that unlocks it.
 * @throws StartError
 */
export async function openDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await makeDataDir(dataDir);
    const isBeingRestored = await hasUnfinishedRestore(dataDir);
    const unlock = await takeLock(
      join(dataDir, LOCK),
      (pid) =>
        new StartError(
          isBeingRestored
            ? `A restore into ${dataDir} is under way (process ${pid}). Start when it has ended.`
            : `Clearcut is already running on ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
        ),
    );
    if (await hasUnfinishedRestore(dataDir)) {
      await unlock();
      throw new StartError(`A restore into ${dataDir} did not end. Empty the folder, then restore again.`);
    }
    await makeFolder(join(dataDir, 'logs'), 0o700);
    return unlock;
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isStorageFull(error)) {
      throw new StartError(`The disk of DATA_DIR ${dataDir} is full. Make room, then start again.`, { cause: error });
    }
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written: ${reasonOf(error)}. Set DATA_DIR to a folder that can.`,
      {
        cause: error,
      },
    );
  }
}
