import { createHash } from 'node:crypto';
import type { Size } from './raster.ts';

/** Larger pictures are decoded again: kept, they would be in memory beside an HD file of that size while it is drawn. */
export const KEPT_PIXELS = 16_000_000;

export interface KeepLast<Decoded extends Size> {
  /** What the bytes decode to; without decoding where they were the last ones. Not to be changed in place. */
  decode(bytes: Uint8Array): Promise<Decoded>;
  /** Keeps what the bytes were encoded from. */
  keep(bytes: Uint8Array, decoded: Decoded): void;
}

/**
 * Keeps the last picture that a thread decoded. A refinement is often followed by an HD file of the same picture on the same worker. The one
 * that is kept is let go before another is decoded, so that a thread never has two.
 */
export function keepLast<Decoded extends Size>(
  decode: (bytes: Uint8Array) => Promise<Decoded>,
  maxPixels: number = KEPT_PIXELS,
): KeepLast<Decoded> {
  let kept: { readonly digest: string; readonly decoded: Decoded } | undefined;

  function keep(digest: string, decoded: Decoded): void {
    kept = decoded.width * decoded.height <= maxPixels ? { digest, decoded } : undefined;
  }

  return {
    async decode(bytes) {
      const digest = digestOf(bytes);
      if (kept?.digest === digest) return kept.decoded;
      kept = undefined;
      const decoded = await decode(bytes);
      keep(digest, decoded);
      return decoded;
    },
    keep: (bytes, decoded) => keep(digestOf(bytes), decoded),
  };
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
