const PASSING_STATUSES = new Set([500, 502, 503, 504]);

/** The same call may succeed later. */
export function isOutage(error: unknown): boolean {
  return (error as Partial<Error>).name === 'TimeoutError' || PASSING_STATUSES.has(statusOf(error) ?? 0);
}

export const isFull = (error: unknown): boolean => statusOf(error) === 507;

export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

export class BlobStoreUnavailableError extends Error {
  /** Recognised by `isConnectionError`. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The blob store is out of reach', { cause });
    this.name = 'BlobStoreUnavailableError';
  }
}
