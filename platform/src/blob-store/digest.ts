import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredBlob } from './port.ts';

/** Rejects with the source's error, also when it closes early. */
export async function passThrough(
  content: Readable | Uint8Array,
  write: (pieces: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  const source = content instanceof Readable ? content : Readable.from([content]);
  // Attached before any await, or a failing source raises an uncaught error.
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Uint8Array | string>) {
      for await (const chunk of chunks) {
        const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    write,
  );
  return { bytes, sha256: hash.digest('hex') };
}
