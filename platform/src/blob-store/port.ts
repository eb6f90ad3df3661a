import type { Readable } from 'node:stream';

/** Joined by `/`. The first two segments name the owner: `transaction/<id>/…`. */
export type BlobKey = string;

export interface StoredBlob {
  readonly bytes: number;
  readonly sha256: string;
}

/** Written, closed and hashed. */
interface FinishedFile extends StoredBlob {
  readonly path: string;
}

/** Bytes `start` to `end`, zero-based, both inclusive. */
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

/** The store fails at this blob only: it may be damaged, or the store is recovering. */
export class BlobFaultError extends Error {
  constructor(key: BlobKey, cause: unknown) {
    super(`The blob store fails at ${key}`, { cause });
    this.name = 'BlobFaultError';
  }
}

/** A blob is there whole or not at all, even after a crash; putting a key again replaces it. */
export interface BlobStore {
  /** Resolves when the bytes would survive a power cut. */
  put(key: BlobKey, content: Readable | Uint8Array): Promise<StoredBlob>;
  /** Like `put`, without hashing again, and where possible without copying. The file stays the caller's to remove. */
  adopt(key: BlobKey, file: FinishedFile): Promise<void>;
  /** @throws BlobNotFoundError, BlobFaultError */
  read(key: BlobKey): Promise<Buffer>;
  /** `bytes` is the length of the blob or range. @throws BlobNotFoundError, BlobFaultError */
  stream(key: BlobKey, range?: BlobRange): Promise<{ readonly bytes: number; readonly content: Readable }>;
  /** Below `prefix`, which ends with `/`. Removing nothing succeeds. */
  deletePrefix(prefix: string): Promise<void>;
  /** A short-lived public address, in stores that support it and have it enabled. */
  readonly presign?: (key: BlobKey, file: PresignedFile) => Promise<string>;
}

interface PresignedFile {
  readonly contentType: string;
  readonly contentDisposition: string;
}
