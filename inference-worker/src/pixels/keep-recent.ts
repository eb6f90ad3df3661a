import { createHash } from 'node:crypto';
import { release, type Workspace } from '../memory/workspace.ts';
import type { Size } from './raster.ts';

/** Larger ones would sit in memory beside their HD file. */
const MAX_PIXELS = 16_000_000;

/** Kept for one more use, which then has it alone. */
const KEPT_ONCE_PIXELS = 25_000_000;

/** Pixel budget of the whole cache. */
const KEPT_TOGETHER = 8_000_000;

export interface Decoded extends Size {
  readonly data: Uint8Array;
}

export interface KeepRecent<Picture extends Decoded> {
  /**
   * Do not change the result in place.
   * @param space the picture is valid until this scope ends
   * @param isAwaited a next use is sure: keeps a large picture too
   */
  decode(bytes: Uint8Array, space: Workspace, isAwaited?: boolean): Promise<Picture>;
  /** For a next use that is sure. */
  keep(bytes: Uint8Array, picture: Picture, space: Workspace): void;
}

interface Held<Picture extends Decoded> {
  readonly picture: Picture;
  isKept: boolean;
  users: number;
}

const pixelsOf = ({ width, height }: Size): number => width * height;

/**
 * Caches a thread's last pictures: an HD file often follows a refinement. Makes room before decoding, and frees memory
 * at once.
 */
export function keepRecent<Picture extends Decoded>(
  decode: (bytes: Uint8Array) => Promise<Picture>,
  sizeOf: (bytes: Uint8Array) => Promise<Size>,
  { once, alone, together } = { once: KEPT_ONCE_PIXELS, alone: MAX_PIXELS, together: KEPT_TOGETHER },
): KeepRecent<Picture> {
  /** By digest, least recently used first. */
  const kept = new Map<string, Held<Picture>>();

  function releaseUnused(held: Held<Picture>): void {
    if (!held.isKept && held.users === 0) release(held.picture.data);
  }

  function drop(digest: string, held: Held<Picture>): void {
    kept.delete(digest);
    held.isKept = false;
    releaseUnused(held);
  }

  function makeRoom(pixels: number): void {
    let all = pixels;
    for (const { picture } of kept.values()) all += pixelsOf(picture);
    for (const [digest, held] of kept) {
      if (all <= together) return;
      all -= pixelsOf(held.picture);
      drop(digest, held);
    }
  }

  function keep(digest: string, held: Held<Picture>, space: Workspace, most: number): void {
    held.users++;
    space.defer(() => {
      held.users--;
      releaseUnused(held);
    });
    const before = kept.get(digest);
    kept.delete(digest);
    held.isKept = false;
    // Decoded twice at the same time.
    if (before !== undefined && before !== held) drop(digest, before);
    makeRoom(pixelsOf(held.picture));
    if (pixelsOf(held.picture) > most) return;
    held.isKept = true;
    kept.set(digest, held);
  }

  const held = (picture: Picture): Held<Picture> => ({ picture, isKept: false, users: 0 });

  return {
    async decode(bytes, space, isAwaited = false) {
      const digest = digestOf(bytes);
      let found = kept.get(digest);
      if (found === undefined) {
        // Decoding reports why.
        const size = await sizeOf(bytes).catch(() => undefined);
        if (size !== undefined) makeRoom(pixelsOf(size));
        found = held(await decode(bytes));
      }
      keep(digest, found, space, isAwaited ? once : alone);
      return found.picture;
    },
    keep: (bytes, picture, space) => keep(digestOf(bytes), held(picture), space, once),
  };
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
