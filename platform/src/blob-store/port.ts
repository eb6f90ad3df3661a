import type { Readable } from 'node:stream';

/** Joined by `/`; the first two segments name the owner. */
export type BlobKey = string;

export interface StoredBlob {
  readonly bytes: number;
  readonly sha256: string;
}

/** Written, closed and hashed. */
interface FinishedFile extends StoredBlob {
  readonly path: string;
}

/** Zero-based, both inclusive. */
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

/** Only this blob fails: damaged, or still recovering. */
export class BlobFaultError extends Error {
  constructor(key: BlobKey, cause: unknown) {
    super(`The blob store fails at ${key}`, { cause });
    this.name = 'BlobFaultError';
  }
}

/** A blob is there whole or not at all; putting a key again replaces it. */
export interface BlobStore {
  /** Resolves when the bytes would survive a power cut. */
  put(key: BlobKey, content: Readable | Uint8Array): Promise<StoredBlob>;
  /** Without hashing or copying, where possible. */
  adopt(key: BlobKey, file: FinishedFile): Promise<void>;
  read(key: BlobKey): Promise<Buffer>;
  stream(key: BlobKey, range?: BlobRange): Promise<{ readonly bytes: number; readonly content: Readable }>;
  deletePrefix(prefix: string): Promise<void>;
  /** Short-lived public address, where supported. */
  readonly presign?: (key: BlobKey, file: PresignedFile) => Promise<string>;
}

interface PresignedFile {
  readonly contentType: string;
  readonly contentDisposition: string;
}
