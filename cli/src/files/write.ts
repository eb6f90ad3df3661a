import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, lstat, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '@clearcut/platform/reasons';
import { codeOf } from '../reasons.ts';
import { FileError } from './read-picture.ts';

const isOneOf =
  (...codes: readonly string[]) =>
  (error: unknown): boolean =>
    codes.includes(codeOf(error) ?? '');
/** Later results might be paid for in vain. */
export const isOfSpace = isOneOf('ENOSPC', 'EDQUOT');
const isOfFolder = isOneOf('EACCES', 'EPERM', 'EROFS');
const isTaken = isOneOf('EEXIST');

/** After a credit may have been spent on it. */
export class UnwrittenError extends FileError {
  readonly credits: number;
  readonly isForFolder: boolean;

  /** @param isShared by all results: the folder */
  constructor(file: string, error: unknown, credits: number, isShared = false) {
    const isForFolder = isOfFolder(error);
    const isForAll = isOfSpace(error) || (isShared && isForFolder);
    const again = credits > 0 ? ' It was paid for: within 15 minutes the same call costs nothing.' : '';
    super(`${file} cannot be written: ${reasonOf(error)}.${again}`, isForAll);
    this.credits = credits;
    this.isForFolder = isForFolder;
  }
}

/** Atomic; never overwrites. @returns false if the name is taken */
export async function writeNew(file: string, bytes: Uint8Array): Promise<boolean> {
  return throughPart(file, bytes, async (part) => {
    try {
      await link(part, file).catch((error: unknown) => {
        if (isTaken(error)) throw error;
        return moveNew(part, file);
      });
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  });
}

/** For file systems without hard links: takes the name first. @throws EEXIST */
export async function moveNew(part: string, file: string): Promise<void> {
  await writeFile(file, '', { flag: 'wx' });
  await rename(part, file).catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
}

/** Atomic. Replaces a link, without following it. */
export async function replace(file: string, bytes: Uint8Array): Promise<void> {
  await throughPart(file, bytes, (part) => rename(part, file));
}

/** Before a result is paid for. @throws FileError where no such file can be made */
export async function checkWritable(file: string, isShared = false): Promise<void> {
  try {
    await lstat(file).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    await throughPart(file, new Uint8Array(), async () => {});
  } catch (error) {
    throw new UnwrittenError(file, error, 0, isShared);
  }
}

export const exists = async (file: string): Promise<boolean> =>
  (await lstat(file).catch(() => undefined)) !== undefined;

const parts = new Set<string>();

/** For a process that ends in the middle. */
export function removeParts(): void {
  for (const part of parts) rmSync(part, { force: true });
}

async function throughPart<Result>(
  file: string,
  bytes: Uint8Array,
  place: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = path.join(path.dirname(file), `.clearcut-${randomBytes(12).toString('hex')}.part`);
  parts.add(part);
  try {
    await writeFile(part, bytes, { flag: 'wx' });
    return await place(part);
  } finally {
    await rm(part, { force: true });
    parts.delete(part);
  }
}
