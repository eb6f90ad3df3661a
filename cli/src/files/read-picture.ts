import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, missing } from '../reasons.ts';
import { isWhole, kindOf, SIGNATURE_BYTES } from './whole.ts';

/** Other files can still be sent, unless it is for all. */
export class FileError extends Error {
  readonly isForAll: boolean;

  constructor(message: string, isForAll = false) {
    super(message);
    this.isForAll = isForAll;
  }
}

/** Another picture's error was about the whole folder. */
export class FolderError extends FileError {}

/** The product's limit. */
const MAX_BYTES = 25 * 1024 * 1024;
const FETCH_MS = 30_000;
const POLL_INTERVAL_MS = 250;
/** An incomplete file that stays unchanged this long is taken as it is. */
export const STILL_MS = 5_000;
/** Copies may keep the original's time: only growth shows them. */
const RECENT_MS = 60_000;

interface Look {
  readonly bytes: Buffer;
  /** Size and time. */
  readonly state: string;
  readonly isRecent: boolean;
}

/**
 * Waits for a file that is still being copied.
 * @throws FileError
 */
export async function readPicture(file: string): Promise<Buffer> {
  let look = await lookAt(file);
  for (let stillSince = Date.now(); look.isRecent && !isWhole(look.bytes);) {
    if (Date.now() - stillSince >= STILL_MS) break;
    await delay(POLL_INTERVAL_MS);
    const next = await lookAt(file);
    if (next.state !== look.state) stillSince = Date.now();
    look = next;
  }
  return checked(look.bytes, 'The file');
}

/** Follows redirects; reads no more than MAX_BYTES. @throws FileError */
export async function readAddress(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) }).catch(() => {
    throw new FileError('The address cannot be reached.');
  });
  if (!answer.ok) throw new FileError(`The address was answered with ${answer.status}.`);
  const bytes = await startOf(answer.body ?? Readable.from([])).catch(() => {
    throw new FileError('The address stopped answering.');
  });
  return checked(bytes, 'The answer');
}

/** @throws FileError */
export const readStandardInput = async (): Promise<Buffer> => checked(await startOf(process.stdin), 'Standard input');

/** Stops once it proves not to be a picture, or too large. */
async function startOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES) break;
    if (parts.length === 1 && bytes >= SIGNATURE_BYTES && kindOf(Buffer.from(part)) === undefined) break;
  }
  return Buffer.concat(parts);
}

/** As far as a single check can tell. */
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

/** Reads only the first bytes if they are not a picture's. @throws FileError */
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
    throw new FileError(isMissing(error) ? missing(file) : 'The file cannot be read.');
  });
  if (found.isSymbolicLink()) throw new FileError('It is a link, and links are not followed. Name the file itself.');
  if (!found.isFile()) throw new FileError('It is not a file.');
  // Does not open a link or a pipe that replaced it.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch(() => {
    throw new FileError('The file cannot be read.');
  });
  const opened = await handle.stat();
  if (opened.isFile()) return handle;
  await handle.close();
  throw new FileError('It is not a file.');
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
