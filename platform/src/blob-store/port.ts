import type { Readable } from 'node:stream';

/** Path-like: segments of letters, digits, `.`, `_`, `-`, joined by `/`. The first two segments name the owner, as in `transaction/<id>/…`. */
export type BlobKey = string;

export interface StoredBlob {
  readonly bytes: number;
  readonly sha256: string;
}

/** Bytes from `start` to `end`, both counted from 0 and both included, within the blob. */
export interface BlobRange {
  readonly start: number;
  readonly end: number;
}

export class BlobNotFoundError extends Error {
  readonly key: BlobKey;

  constructor(key: BlobKey) {
    super(`There is no blob ${key}`);
    this.name = 'BlobNotFoundError';
    this.key = key;
  }
}

/** The store fails at this blob while it answers otherwise: the blob may be damaged, or the store just about to recover. */
export class BlobFaultError extends Error {
  constructor(key: BlobKey, cause: unknown) {
    super(`The blob store fails at ${key}`, { cause });
    this.name = 'BlobFaultError';
  }
}

/** Bytes by key. A blob is there whole or not at all, whatever dies while it is written; putting the same key again replaces it. */
export interface BlobStore {
  /** Resolves when the bytes would survive a power cut. */
  put(key: BlobKey, content: Readable | Uint8Array): Promise<StoredBlob>;
  /** @throws BlobNotFoundError, BlobFaultError */
  read(key: BlobKey): Promise<Buffer>;
  /** Streams the blob, or a range of it; `bytes` is how many come. @throws BlobNotFoundError, BlobFaultError */
  stream(key: BlobKey, range?: BlobRange): Promise<{ readonly bytes: number; readonly content: Readable }>;
  /** Removes every blob whose key starts with `prefix` (which ends with `/`). Removing nothing is a success. */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * An address at which anyone who has it gets the blob from its server for some minutes, as a file of this name and type. Only of stores that can and are
   * set to.
   */
  readonly presign?: (key: BlobKey, file: PresignedFile) => Promise<string>;
}

/** Headers that the blob comes with. */
interface PresignedFile {
  readonly contentType: string;
  readonly contentDisposition: string;
}
