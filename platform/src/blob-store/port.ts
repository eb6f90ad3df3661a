import type { Readable } from 'node:stream';

/** Two segments name the owner. */
export type BlobKey = string;

export interface StoredBlob {
  readonly bytes: number;
  readonly sha256: string;
}

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

/** Only this blob fails: damaged, or recovering. */
export class BlobFaultError extends Error {
  constructor(key: BlobKey, cause: unknown) {
    super(`The blob store fails at ${key}`, { cause });
    this.name = 'BlobFaultError';
  }
}

/** Blobs are whole or not there; a put replaces. */
export interface BlobStore {
  /** Resolves when power cuts cannot lose it. */
  put(key: BlobKey, content: Readable | Uint8Array): Promise<StoredBlob>;
  adopt(key: BlobKey, file: FinishedFile): Promise<void>;
  read(key: BlobKey): Promise<Buffer>;
  stream(key: BlobKey, range?: BlobRange): Promise<{ readonly bytes: number; readonly content: Readable }>;
  deletePrefix(prefix: string): Promise<void>;
  /** Short-lived public address. */
  readonly presign?: (key: BlobKey, file: PresignedFile) => Promise<string>;
}

interface PresignedFile {
  readonly contentType: string;
  readonly contentDisposition: string;
}
