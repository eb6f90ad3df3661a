import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** initdb's default. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENT = BigInt(SEGMENT_BYTES);
const SEGMENTS_PER_LOG = 0x1_0000_0000n / SEGMENT;
/** Log position of a segment's first page, little-endian. */
const PAGE_ADDRESS = { offset: 8, bytes: 8 };

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
    const address = Buffer.alloc(PAGE_ADDRESS.bytes);
    await file.read(address, 0, PAGE_ADDRESS.bytes, PAGE_ADDRESS.offset);
    if (address.readBigUInt64LE() !== start) throw new WalGoneError(name);
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
