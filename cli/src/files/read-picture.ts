import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { isWhole, kindOf, SIGNATURE_BYTES } from './whole.ts';

/** This file cannot be sent or written; others can. */
export class FileError extends Error {}

/** The product takes no larger picture. */
const MAX_BYTES = 25 * 1024 * 1024;
const FETCH_MS = 30_000;
const LOOK_EVERY_MS = 250;
/** A file that does not reach its end is taken as it is once it has not changed for so long. */
export const STILL_MS = 5_000;
/** Copies that keep the time of the original are seen by their growth alone. */
const RECENT_MS = 60_000;

interface Look {
  readonly bytes: Buffer;
  /** Size and time of the file. */
  readonly state: string;
  readonly isRecent: boolean;
}

/**
 * A regular file that begins as a PNG, JPG or WEBP does, once it is whole: a file that is still being copied is waited for.
 * @throws FileError
 */
export async function readPicture(file: string): Promise<Buffer> {
  let look = await lookAt(file);
  for (let stillSince = Date.now(); look.isRecent && !isWhole(look.bytes);) {
    if (Date.now() - stillSince >= STILL_MS) break;
    await delay(LOOK_EVERY_MS);
    const next = await lookAt(file);
    if (next.state !== look.state) stillSince = Date.now();
    look = next;
  }
  return checked(look.bytes, 'The file');
}

/** Follows redirects, and reads no more than a picture may have. @throws FileError */
export async function readAddress(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) }).catch(() => {
    throw new FileError('The address cannot be reached.');
  });
  if (!answer.ok) throw new FileError(`The address was answered with ${answer.status}.`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of answer.body ?? []) {
      bytes += part.length;
      if (bytes > MAX_BYTES) break;
      parts.push(part);
    }
  } catch {
    throw new FileError('The address stopped answering.');
  }
  if (bytes > MAX_BYTES) throw new FileError('The picture at the address is larger than 25 MB.');
  return checked(Buffer.concat(parts), 'The answer');
}

/** @throws FileError */
export const readStandardInput = async (): Promise<Buffer> => checked(await buffer(process.stdin), 'Standard input');

/** Whether the file has arrived, as far as one look tells. */
export async function hasArrived(file: string): Promise<boolean> {
  const { bytes, isRecent } = await lookAt(file);
  return !isRecent || isWhole(bytes);
}

function checked(bytes: Buffer, what: string): Buffer {
  if (bytes.length === 0) throw new FileError(`${what} is empty.`);
  if (kindOf(bytes) === undefined) throw new FileError(`${what} is not a PNG, JPG or WEBP.`);
  if (bytes.length > MAX_BYTES) throw new FileError(`${what} is larger than 25 MB.`);
  return bytes;
}

/** Reads no further than the first bytes where they are no picture's. @throws FileError */
async function lookAt(file: string): Promise<Look> {
  const handle = await openFile(file);
  try {
    const { size, mtimeMs } = await handle.stat();
    if (size > MAX_BYTES) throw new FileError('The file is larger than 25 MB.');
    const first = Buffer.alloc(SIGNATURE_BYTES);
    const { bytesRead } = await handle.read(first, 0, SIGNATURE_BYTES, 0);
    const start = first.subarray(0, bytesRead);
    const bytes = kindOf(start) === undefined ? start : await handle.readFile();
    const isStrange = bytesRead === SIGNATURE_BYTES && kindOf(start) === undefined && start.some((byte) => byte !== 0);
    return {
      bytes,
      state: `${size} ${mtimeMs}`,
      isRecent: !isStrange && Math.abs(Date.now() - mtimeMs) < RECENT_MS,
    };
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const found = await lstat(file).catch((error: unknown) => {
    throw new FileError(isMissing(error) ? `There is no ${file}.` : 'The file cannot be read.');
  });
  if (found.isSymbolicLink()) throw new FileError('It is a link, and links are not followed. Name the file itself.');
  if (!found.isFile()) throw new FileError('It is not a file.');
  // Between the two calls the file may have become a link or a pipe: neither is opened.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch(() => {
    throw new FileError('The file cannot be read.');
  });
  const opened = await handle.stat();
  if (opened.isFile()) return handle;
  await handle.close();
  throw new FileError('It is not a file.');
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
