import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';

const OUTAGES = [UnavailableError, TimeoutError, DeadlineExceededError, CancelledError, NotLeaderError];

/** The status UNAVAILABLE of gRPC. */
const UNAVAILABLE = 14;

/** What a server answers while its cluster changes the leader. */
const NOT_READY = 'Server Is Not Ready';

/** What the client throws when no node of a cluster tells who leads. */
const NOT_DISCOVERED = 'Failed to discover';

/**
 * True when the server is away, or its cluster changes the leader: the same call may succeed later. This is the one place that
 * knows it. A connection that fails because the server's certificate is not trusted counts as well: the client says so in
 * its message alone (`refusal.ts`).
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof EventStoreUnavailableError) return true;
  if (OUTAGES.some((kind) => error instanceof kind)) return true;
  if (error instanceof UnknownError) return error.message.includes(NOT_READY);
  // The first call of a connection asks for the server's features, and the client passes on what gRPC threw.
  return isDiscoveryFailure(error) || ('code' in error && error.code === UNAVAILABLE);
}

/** No node of the cluster answered. The client remembers such a failure for ever where it met it at the first call. */
export function isDiscoveryFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NOT_DISCOVERED);
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
