import { createHash } from 'node:crypto';
import type { Size } from './raster.ts';

/** Larger pictures are decoded again: kept, they would be in memory beside an HD file of that size while it is drawn. */
const KEPT_PIXELS = 16_000_000;

/** Of several pictures: as many as are in work on a busy day, for a few megabytes of each. */
const KEPT_TOGETHER = 8_000_000;

export interface KeepRecent<Decoded extends Size> {
  /** What the bytes decode to; without decoding where they are among those that are kept. Not to be changed in place. */
  decode(bytes: Uint8Array): Promise<Decoded>;
  /** Keeps what the bytes were encoded from. */
  keep(bytes: Uint8Array, decoded: Decoded): void;
}

const pixelsOf = ({ width, height }: Size): number => width * height;

/**
 * Keeps what a thread decoded last: a refinement is followed by an HD file of the same picture, often with other people's pictures in between.
 * What there is no room for is let go before another picture is decoded, so that a thread never has more than it may keep.
 * @param sizeOf reads no more than it needs to.
 */
export function keepRecent<Decoded extends Size>(
  decode: (bytes: Uint8Array) => Promise<Decoded>,
  sizeOf: (bytes: Uint8Array) => Promise<Size>,
  { alone, together } = { alone: KEPT_PIXELS, together: KEPT_TOGETHER },
): KeepRecent<Decoded> {
  /** By the digest of their bytes; the one that was used last is the last. */
  const kept = new Map<string, Decoded>();

  function makeRoom(pixels: number): void {
    let all = pixels;
    for (const decoded of kept.values()) all += pixelsOf(decoded);
    for (const [digest, decoded] of kept) {
      if (all <= together) return;
      all -= pixelsOf(decoded);
      kept.delete(digest);
    }
  }

  function keep(digest: string, decoded: Decoded): void {
    kept.delete(digest);
    makeRoom(pixelsOf(decoded));
    if (pixelsOf(decoded) <= alone) kept.set(digest, decoded);
  }

  return {
    async decode(bytes) {
      const digest = digestOf(bytes);
      const found = kept.get(digest);
      if (found === undefined) {
        // Bytes without a size are no picture: decoding says why, in its own words.
        const size = await sizeOf(bytes).catch(() => undefined);
        if (size !== undefined) makeRoom(pixelsOf(size));
      }
      const decoded = found ?? (await decode(bytes));
      keep(digest, decoded);
      return decoded;
    },
    keep: (bytes, decoded) => keep(digestOf(bytes), decoded),
  };
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
