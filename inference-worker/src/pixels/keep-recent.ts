import { createHash } from 'node:crypto';
import type { Size } from './raster.ts';

/** Larger pictures are decoded again: kept, they would be in memory beside an HD file of that size while it is drawn. */
const KEPT_PIXELS = 16_000_000;

/** Of several pictures: as many as are in work on a busy day, for a few megabytes of each. */
const KEPT_TOGETHER = 8_000_000;

export interface Decoded extends Size {
  readonly data: Uint8Array;
}

export interface KeepRecent<Picture extends Decoded> {
  /** What the bytes decode to; without decoding where they are among those that are kept. Not to be changed in place. */
  decode(bytes: Uint8Array): Promise<Picture>;
  /** Keeps what the bytes were encoded from. */
  keep(bytes: Uint8Array, picture: Picture): void;
  /** Gives back the memory of a picture that is not kept: the collector would come for a large one long after its file is written. */
  release(picture: Picture): void;
}

const pixelsOf = ({ width, height }: Size): number => width * height;

/**
 * Keeps what a thread decoded last: a refinement is followed by an HD file of the same picture, often with other people's pictures in between.
 * What there is no room for is let go before another picture is decoded, so that a thread never has more than it may keep.
 * @param sizeOf reads no more than it needs to.
 */
export function keepRecent<Picture extends Decoded>(
  decode: (bytes: Uint8Array) => Promise<Picture>,
  sizeOf: (bytes: Uint8Array) => Promise<Size>,
  { alone, together } = { alone: KEPT_PIXELS, together: KEPT_TOGETHER },
): KeepRecent<Picture> {
  /** By the digest of their bytes; the one that was used last is the last. */
  const kept = new Map<string, Picture>();

  function makeRoom(pixels: number): void {
    let all = pixels;
    for (const picture of kept.values()) all += pixelsOf(picture);
    for (const [digest, picture] of kept) {
      if (all <= together) return;
      all -= pixelsOf(picture);
      kept.delete(digest);
    }
  }

  function keep(digest: string, picture: Picture): void {
    kept.delete(digest);
    makeRoom(pixelsOf(picture));
    if (pixelsOf(picture) <= alone) kept.set(digest, picture);
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
      const picture = found ?? (await decode(bytes));
      keep(digest, picture);
      return picture;
    },
    keep: (bytes, picture) => keep(digestOf(bytes), picture),
    release(picture) {
      const { buffer, byteLength } = picture.data;
      if ([...kept.values()].includes(picture)) return;
      // A view of some other memory is not ours to give back.
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
    },
  };
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
