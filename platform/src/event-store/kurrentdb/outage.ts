import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { EventStoreUnavailableError } from '../port.ts';

const OUTAGES = [UnavailableError, TimeoutError, DeadlineExceededError, CancelledError, NotLeaderError];

/** The status UNAVAILABLE of gRPC. */
const UNAVAILABLE = 14;

/** What a server answers as UNKNOWN while its cluster has no leader. */
const LEADERLESS = 'No leader info available';

/** What the client throws when no node of a cluster tells who leads. */
const NOT_DISCOVERED = 'Failed to discover';

/**
 * True when the server is away, or its cluster changes the leader: the same call may succeed later. This is the one place that
 * knows it. A server whose certificate is not trusted counts as well, since gRPC tells of it as UNAVAILABLE (`check.ts`).
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof EventStoreUnavailableError) return true;
  if (OUTAGES.some((kind) => error instanceof kind)) return true;
  if (error instanceof UnknownError) return error.message.includes(LEADERLESS);
  // Where a connection ends while an append is being sent, the client passes on what gRPC threw.
  return isDiscoveryFailure(error) || ('code' in error && error.code === UNAVAILABLE);
}

/** No node of the cluster answered. The client remembers such a failure for ever where it met it at the first call. */
export function isDiscoveryFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NOT_DISCOVERED);
}
