/** 53100: PostgreSQL. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** 507 Insufficient Storage. */
export class StorageFullError extends Error {
  /** Recognised by `isStorageFull`. */
  readonly code = 'ENOSPC';

  constructor(cause: unknown) {
    super('The blob store is full', { cause });
    this.name = 'StorageFullError';
  }
}

/** Succeeds once there is space. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(String(error.code))) || isStorageFull(error.cause);
}
