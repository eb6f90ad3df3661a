import { createHash } from 'node:crypto';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { openBlob } from '../read/send-picture.ts';

/** A download in many ranges reads the file once. */
const TRUSTED_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

export interface VerifiedFiles {
  /**
   * Before the first byte: a begun answer cannot be taken back.
   * @throws CatalogueError file_damaged, transaction_not_found
   */
  verify(file: Pick<ImageBlob, 'blob' | 'sha256'>): Promise<void>;
}

export function createVerifiedFiles(blobStore: Pick<BlobStore, 'stream'>): VerifiedFiles {
  const trustedUntil = new Map<string, number>();
  return {
    async verify({ blob, sha256 }) {
      const key = `${blob} ${sha256}`;
      if ((trustedUntil.get(key) ?? 0) > performance.now()) return;
      const hash = createHash('sha256');
      const { content } = await openBlob(blobStore, blob);
      for await (const chunk of content) hash.update(chunk as Buffer);
      const found = hash.digest('hex');
      if (found !== sha256) {
        throw new CatalogueError('file_damaged', {
          cause: new Error(`${blob} has the digest ${found}, not ${sha256}`),
        });
      }
      if (trustedUntil.size >= MAX_REMEMBERED) trustedUntil.clear();
      trustedUntil.set(key, performance.now() + TRUSTED_MS);
    },
  };
}
