import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** initdb's default. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENT = BigInt(SEGMENT_BYTES);
const SEGMENTS_PER_LOG = 0x1_0000_0000n / SEGMENT;
/** PostgreSQL's default. */
const PAGE_BYTES = 8192;
/** Little-endian; see PostgreSQL's xlog_internal.h and xlogrecord.h. */
const PAGE_ADDRESS = 8;
const PAGE_CONTINUED = 16;
const FIRST_PAGE_HEAD_BYTES = 40;
const RECORD_PREVIOUS = 8;

/** Position in the write-ahead log, in bytes. */
export type Lsn = bigint;

/** @param text such as `16/B374D848` */
export function lsnOf(text: string): Lsn {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const startOfSegment = (lsn: Lsn): Lsn => lsn - (lsn % SEGMENT);

const digits = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');

/** @param timeline the first 8 digits of its file names */
export function segmentName(timeline: string, lsn: Lsn): string {
  const number = lsn / SEGMENT;
  return `${timeline}${digits(number / SEGMENTS_PER_LOG)}${digits(number % SEGMENTS_PER_LOG)}`;
}

/** PostgreSQL removed a log file before it was copied: only a new base helps. */
export class WalGoneError extends Error {
  constructor(name: string) {
    super(`The write-ahead log's file ${name} is gone.`);
    this.name = 'WalGoneError';
  }
}

/** Whether the log in `folder` continues from the file `first` to the last. */
export async function isUnbroken(folder: string, first: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name >= first).toSorted();
  for (const [at, name] of names.entries()) {
    const start = startOf(first, at);
    if (name !== segmentName(timelineOf(first), start)) return false;
    const next = names[at + 1];
    if (next !== undefined && !(await isFull(join(folder, name), start, join(folder, next)))) return false;
  }
  return true;
}

/** Has its last page, and the record that `next` names as the one before its first. */
async function isFull(path: string, start: Lsn, next: string): Promise<boolean> {
  const [file, following] = [await open(path), await open(next)];
  try {
    const offset = SEGMENT_BYTES - PAGE_BYTES;
    if ((await pageAddress(file, offset)) !== start + BigInt(offset)) return false;
    const before = (await recordBefore(following)) ?? start - 1n;
    const isHere = before >= start && before < start + SEGMENT;
    return !isHere || (await bytesAt(file, Number(before - start), 4)).readUInt32LE() > 0;
  } finally {
    await Promise.all([file.close(), following.close()]);
  }
}

/** Undefined where no record begins in the file's first page, or its head is on two. */
async function recordBefore(file: FileHandle): Promise<Lsn | undefined> {
  const page = await bytesAt(file, 0, PAGE_BYTES);
  const continued = page.readUInt32LE(PAGE_CONTINUED);
  const at = Math.ceil((FIRST_PAGE_HEAD_BYTES + continued) / 8) * 8;
  if (at + RECORD_PREVIOUS + 8 > PAGE_BYTES || page.readUInt32LE(at) === 0) return undefined;
  return page.readBigUInt64LE(at + RECORD_PREVIOUS);
}

async function bytesAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  await file.read(content, 0, bytes, offset);
  return content;
}

const pageAddress = async (file: FileHandle, offset: number): Promise<Lsn> =>
  (await bytesAt(file, offset + PAGE_ADDRESS, 8)).readBigUInt64LE();

const timelineOf = (name: string): string => name.slice(0, 8);

function startOf(name: string, later: number): Lsn {
  const [log, segment] = [name.slice(8, 16), name.slice(16)].map((digits) => BigInt(`0x${digits}`));
  return ((log ?? 0n) * SEGMENTS_PER_LOG + (segment ?? 0n) + BigInt(later)) * SEGMENT;
}

/** Pieces by segment; `offset` and `bytes` lie within the file that begins at `start`. */
export function* piecesOf(from: Lsn, to: Lsn): Generator<{ start: Lsn; offset: number; bytes: number }> {
  for (let at = from; at < to;) {
    const start = startOfSegment(at);
    const end = start + SEGMENT < to ? start + SEGMENT : to;
    yield { start, offset: Number(at - start), bytes: Number(end - at) };
    at = end;
  }
}

/**
 * Copies the flushed log between two positions, which never changes again. Files get their full size, zero-filled:
 * recovery ends at the first zeros.
 * @throws WalGoneError
 */
export async function copyWal(
  { source, target, timeline }: { source: string; target: string; timeline: string },
  from: Lsn,
  to: Lsn,
): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const { start, offset, bytes } of piecesOf(from, to)) {
    const name = segmentName(timeline, start);
    const content = await readPiece(join(source, name), name, start, offset, bytes);
    const file = await open(join(target, name), offset === 0 ? 'w+' : 'r+', 0o600);
    try {
      if (offset === 0) await file.truncate(SEGMENT_BYTES);
      await file.write(content, 0, bytes, offset);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

async function readPiece(path: string, name: string, start: Lsn, offset: number, bytes: number): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new WalGoneError(name) : error;
  });
  try {
    const content = Buffer.alloc(bytes);
    await file.read(content, 0, bytes, offset);
    // Checks after the read that PostgreSQL did not reuse the file.
    if ((await pageAddress(file, 0)) !== start) throw new WalGoneError(name);
    return content;
  } finally {
    await file.close();
  }
}

/** Names sort by timeline, then position. */
export async function removeWalBefore(folder: string, first: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name < first) await rm(join(folder, name));
  }
}
