/** No space left, or the quota is used up; 53100: PostgreSQL's disk is full. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** What an object store answers that is full: 507 Insufficient Storage. */
export class StorageFullError extends Error {
  /** What `isStorageFull` goes by. */
  readonly code = 'ENOSPC';

  constructor(cause: unknown) {
    super('The blob store is full', { cause });
    this.name = 'StorageFullError';
  }
}

/** True where a disk or store has no space left: the same call succeeds as soon as the operator has made some. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(String(error.code))) || isStorageFull(error.cause);
}
