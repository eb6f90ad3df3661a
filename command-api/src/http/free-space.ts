import { statfs } from 'node:fs/promises';

/** As the upload limit counts. */
const MB = 1024 * 1024;

/** In bytes: what processes without root's rights may still write where `directory` lies, and all that there is. */
export async function spaceOf(directory: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, size: blocks * bsize };
}

/**
 * What is wrong with the space that is left where `directory` lies; undefined while it is `floorMb` megabytes or more.
 * Uploads are still taken below the floor: it is there so that an operator hears of it before they fail.
 */
export async function freeSpaceProblem(directory: string, floorMb: number): Promise<string | undefined> {
  const free = Math.floor((await spaceOf(directory)).free / MB);
  return free >= floorMb
    ? undefined
    : `Only ${free} MB are free where DATA_DIR lies; MIN_FREE_SPACE_MB asks for ${floorMb}`;
}
