import { statfs } from 'node:fs/promises';

/** As the upload limit counts. */
const MB = 1024 * 1024;

/**
 * What is wrong with the space that is left where `directory` lies; undefined while it is `floorMb` megabytes or more.
 * Uploads are still taken below the floor: it is there so that an operator hears of it before they fail.
 */
export async function freeSpaceProblem(directory: string, floorMb: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(directory);
  const free = Math.floor((bavail * bsize) / MB);
  return free >= floorMb
    ? undefined
    : `Only ${free} MB are free where DATA_DIR lies; MIN_FREE_SPACE_MB asks for ${floorMb}`;
}
