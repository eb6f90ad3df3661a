import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@clearcut/platform/blob-store/port';

/** Keeps writes in memory: the real store could lose a picture's blob. */
export function overlayBlobStore(base: BlobStore): BlobStore {
  const written = new Map<string, Buffer>();
  return {
    async put(key, content) {
      const bytes = content instanceof Readable ? await buffer(content) : Buffer.from(content);
      written.set(key, bytes);
      return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    adopt: () => Promise.reject(new Error('A replay has no files')),
    // Readers free what they get.
    read: async (key) => Buffer.from(written.get(key) ?? (await base.read(key))),
    async stream(key, range) {
      const bytes = written.get(key);
      if (bytes === undefined) return base.stream(key, range);
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return { bytes: part.length, content: Readable.from([part]) };
    },
    deletePrefix: () => Promise.reject(new Error('A replay removes no blobs')),
  };
}
