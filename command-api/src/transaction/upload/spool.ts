import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '@clearcut/platform/make-folder';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';

export interface SpooledFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Removed by the caller. */
export interface TakenFile extends SpooledFile {
  remove(): Promise<void>;
}

/** Unprobed pictures never reach the blob store. */
export interface Spool {
  /**
   * Always removes the file.
   * @throws CatalogueError file_too_large; what `source` and `use` throw
   */
  receive<T>(source: AsyncIterable<Uint8Array>, use: (file: SpooledFile) => Promise<T>, limit?: number): Promise<T>;
  /** @throws CatalogueError file_too_large; what `source` throws */
  take(source: AsyncIterable<Uint8Array>, limit?: number): Promise<TakenFile>;
}

/** Longer than any upload. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Bytes. A socket gives 64 KB. */
const CHUNK_BYTES = 1 << 19;

export async function openSpool(directory: string): Promise<Spool> {
  await makeFolder(directory);
  await removeLeftovers(directory);
  const prefix = `${hostname()}~${process.pid}~`;
  async function take(source: AsyncIterable<Uint8Array>, limit = MAX_UPLOAD_BYTES): Promise<TakenFile> {
    const path = join(directory, prefix + randomUUID());
    const remove = (): Promise<void> => rm(path, { force: true });
    try {
      return { ...(await write(path, source, limit)), remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  return {
    take,
    async receive(source, use, limit) {
      const file = await take(source, limit);
      try {
        return await use(file);
      } finally {
        await file.remove();
      }
    },
  };
}

/** Opens the file at the first read: a refusal before it leaves nothing open. */
export async function* contentOf({ path }: Pick<SpooledFile, 'path'>): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

async function write(path: string, source: AsyncIterable<Uint8Array>, limit: number): Promise<SpooledFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > limit) throw new CatalogueError('file_too_large');
      hash.update(chunk);
      chunks.push(chunk);
      waiting += chunk.length;
      if (waiting < CHUNK_BYTES) continue;
      await writeAll(file, chunks);
      [chunks, waiting] = [[], 0];
    }
    await writeAll(file, chunks);
  } finally {
    await file.close();
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Joined, the chunks would be copied. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await file.writev(chunks);
  const missing = chunks.reduce((sum, { length }) => sum + length, 0) - bytesWritten;
  if (missing > 0) await file.writeFile(Buffer.concat(chunks).subarray(-missing));
}

/** Removes files of dead processes only. Containers reuse our own pid. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const [host, pid] = name.split('~');
    const here = host === hostname();
    if (!(here && hasEnded(Number(pid))) && !(await isAbandoned(join(directory, name)))) continue;
    await rm(join(directory, name), { force: true });
  }
}

function hasEnded(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: alive under another user.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
}
