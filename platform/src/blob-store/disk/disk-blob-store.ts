import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../make-folder.ts';
import { passThrough } from '../digest.ts';
import { checkKey, checkPrefix } from '../key.ts';
import { BlobNotFoundError, type BlobKey, type BlobStore, type StoredBlob } from '../port.ts';
import { removeLeftovers } from './leftovers.ts';

/** No key can name it: segments never start with a dot. */
const UNFINISHED = '.unfinished';

/** Bytes. Node's 64 KB are 300 steps for the PNG of a large picture. */
const READ_CHUNK_BYTES = 1 << 19;

/** Overtaken when `deletePrefix` removes the folder just before the rename. If it recurs, it is not a race. */
const MAX_OVERTAKEN = 20;

/** Processes may share `directory`, which must be one file system: blobs appear by rename. */
export async function createDiskBlobStore({ directory }: { readonly directory: string }): Promise<BlobStore> {
  const root = resolve(directory);
  const unfinished = join(root, UNFINISHED);
  await makeFolder(unfinished, 0o700);
  await chmod(root, 0o700).catch(() => undefined);
  await removeLeftovers(unfinished);
  const pathOf = (key: BlobKey): string => join(root, ...key.split('/'));

  return {
    async put(key, content) {
      checkKey(key);
      const temporary = join(unfinished, `put-${randomUUID()}`);
      try {
        const stored = await writeThrough(temporary, content);
        await moveInto(root, temporary, pathOf(key));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async adopt(key, { path, sha256 }) {
      checkKey(key);
      const temporary = join(unfinished, `put-${randomUUID()}`);
      try {
        if (await linked(path, temporary)) await syncFile(temporary);
        else {
          const stored = await writeThrough(temporary, createReadStream(path));
          if (stored.sha256 !== sha256) throw new Error(`${path} changed while it was stored as ${key}`);
        }
        await moveInto(root, temporary, pathOf(key));
      } finally {
        // Also after a success, when it does nothing.
        await rm(temporary, { force: true });
      }
    },

    async read(key) {
      checkKey(key);
      return await readFile(pathOf(key)).catch((error: unknown) => throwNotFound(error, key));
    },

    async stream(key, range) {
      checkKey(key);
      const file = await open(pathOf(key)).catch((error: unknown) => throwNotFound(error, key));
      const stat = await file.stat();
      if (stat.isFile()) {
        const bytes = range === undefined ? stat.size : range.end - range.start + 1;
        return { bytes, content: createReadStream('', { fd: file, highWaterMark: READ_CHUNK_BYTES, ...range }) };
      }
      await file.close();
      throw new BlobNotFoundError(key);
    },

    async deletePrefix(prefix) {
      checkPrefix(prefix);
      const folder = pathOf(prefix.slice(0, -1));
      // Renamed first: a concurrent put then lands in a new folder.
      const removed = join(unfinished, `deleted-${randomUUID()}`);
      try {
        await rename(folder, removed);
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      await syncFolder(dirname(folder));
      await rm(removed, { recursive: true, force: true });
    },
  };
}

function writeThrough(path: string, content: Readable | Uint8Array): Promise<StoredBlob> {
  return passThrough(content, (pieces) => pipeline(pieces, createWriteStream(path, { flags: 'wx', flush: true })));
}

/** Other file systems cannot link. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

async function linked(path: string, to: string): Promise<boolean> {
  try {
    await link(path, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && CANNOT_LINK.has(String(error.code))) return false;
    throw error;
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveInto(root: string, temporary: string, path: string): Promise<void> {
  for (let overtaken = 0; ; overtaken++) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await rename(temporary, path);
      break;
    } catch (error) {
      if (!isMissing(error) || overtaken === MAX_OVERTAKEN) throw error;
    }
  }
  // Up to the root: another put may have created the folders without its own fsync yet.
  const segments = relative(root, dirname(path)).split(sep).filter(Boolean);
  const folders = [root, ...segments.map((_, index) => join(root, ...segments.slice(0, index + 1)))];
  await Promise.all(folders.map(syncFolder));
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const folder = await open(path);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function throwNotFound(error: unknown, key: BlobKey): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // A key may name a folder or lie below a file.
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') throw new BlobNotFoundError(key);
  throw error;
}
