import { createHash } from 'node:crypto';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { openBlob } from '../read/send-picture.ts';

/** How long a file that was found whole counts as whole: a download in many ranges reads it once more, and not once for each. */
const TRUSTED_MS = 10 * 60_000;
const MOST_REMEMBERED = 10_000;

export interface VerifiedFiles {
  /**
   * Reads the file whole and compares it with the digest that its receipt names, before the first byte is sent: an answer that has begun
   * cannot be taken back, and a file of the right length with wrong bytes would pass for the one that was paid for.
   * @throws CatalogueError file_damaged, transaction_not_found when the blob has just been removed
   */
  verify(file: Pick<ImageBlob, 'blob' | 'sha256'>): Promise<void>;
}

export function createVerifiedFiles(blobStore: Pick<BlobStore, 'stream'>): VerifiedFiles {
  const trustedUntil = new Map<string, number>();
  return {
    async verify({ blob, sha256 }) {
      const key = `${blob} ${sha256}`;
      if ((trustedUntil.get(key) ?? 0) > Date.now()) return;
      const hash = createHash('sha256');
      const { content } = await openBlob(blobStore, blob);
      for await (const chunk of content) hash.update(chunk as Buffer);
      const found = hash.digest('hex');
      if (found !== sha256) {
        throw new CatalogueError('file_damaged', {
          cause: new Error(`${blob} has the digest ${found}, not ${sha256}`),
        });
      }
      if (trustedUntil.size >= MOST_REMEMBERED) trustedUntil.clear();
      trustedUntil.set(key, Date.now() + TRUSTED_MS);
    },
  };
}
