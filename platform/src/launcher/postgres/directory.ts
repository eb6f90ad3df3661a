import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../reasons.ts';
import { StartError } from '../start-error.ts';
import { run, type Account } from './run.ts';

const SYSTEM_FOLDER = '/var/lib/clearcut';

/** Swept when their maker died. */
export const UNFINISHED = 'unfinished-';

/** Modes alone would miss access lists and read-only mounts. */
async function canEnter(directory: string, account: Account): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { account })).ok;
}

async function makePrivate(directory: string, account: Account): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (account !== undefined) {
    await chown(directory, account.uid, account.gid);
    await chmod(directory, 0o700);
  }
}

async function makeOutside(pointer: string, account: Account): Promise<string> {
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o711 });
  const directory = join(SYSTEM_FOLDER, randomBytes(8).toString('hex'));
  await makePrivate(directory, account);
  await symlink(directory, pointer);
  return directory;
}

async function open(directory: string, account: Account): Promise<string> {
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const found = await lstat(directory).catch(() => undefined);
  if (found === undefined && !(await canEnter(parent, account))) return makeOutside(directory, account);
  if (found?.isSymbolicLink() === true) {
    const target = await realpath(directory).catch(() => undefined);
    if (target !== undefined) return target;
    // An empty database would look like a total loss.
    throw new StartError(
      `${directory} points to a folder with the database, which is gone. Bring it back, or remove ${directory} to begin with an empty database.`,
    );
  }
  await makePrivate(directory, account);
  const real = await realpath(directory);
  if (await canEnter(real, account)) return real;
  throw new StartError(
    account === undefined
      ? `${real} cannot be used: permission denied. Give it to the user who starts Clearcut.`
      : `PostgreSQL does not run as root, and user ${account.uid} may not enter ${real}. Allow it (chmod o+x on the folders above), or set DATA_DIR to another folder.`,
  );
}

/**
 * Where only root can enter, links to /var/lib/clearcut, so that removing the data folder still empties the database.
 * @throws StartError
 */
export async function openDirectory(directory: string, account: Account): Promise<string> {
  try {
    return await open(directory, account);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The folder ${directory} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}
