/** As the SDK has them: the server, or what stands before it, is overloaded or restarts. */
const PASSING_STATUSES = new Set([500, 502, 503, 504]);

/** The server is silent or not up to it: the same call may succeed later. Refused and broken connections say so by themselves. */
export function isOutage(error: unknown): boolean {
  return (error as Partial<Error>).name === 'TimeoutError' || PASSING_STATUSES.has(statusOf(error) ?? 0);
}

/** The server has no space left, and says so. */
export const isFull = (error: unknown): boolean => statusOf(error) === 507;

/** Of the server's answer, where it gave one. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** Callers treat it as they treat a database out of reach. */
export class BlobStoreUnavailableError extends Error {
  /** What `isConnectionError` goes by. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The blob store is out of reach', { cause });
    this.name = 'BlobStoreUnavailableError';
  }
}
