import { statfs } from 'node:fs/promises';

/** Same unit as the upload limit. */
const MB = 1024 * 1024;

/** Bytes: available without root, and total. */
export async function spaceOf(directory: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Uploads continue below the floor: it warns operators. */
export async function freeSpaceProblem(directory: string, floorMb: number): Promise<string | undefined> {
  const free = Math.floor((await spaceOf(directory)).free / MB);
  return free >= floorMb
    ? undefined
    : `Only ${free} MB are free where DATA_DIR lies; MIN_FREE_SPACE_MB asks for ${floorMb}`;
}
