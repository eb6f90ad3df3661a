import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';

/** The server is away or is choosing another leader: the same call may succeed later. */
export function isOutage(error: unknown): boolean {
  return [UnavailableError, TimeoutError, DeadlineExceededError, CancelledError, NotLeaderError].some(
    (kind) => error instanceof kind,
  );
}

/** Callers treat it as they treat a database out of reach. */
export class EventStoreUnavailableError extends Error {
  /** What `isConnectionError` goes by. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The event store is out of reach', { cause });
    this.name = 'EventStoreUnavailableError';
  }
}
