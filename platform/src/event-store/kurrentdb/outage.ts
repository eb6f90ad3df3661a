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

const UNAVAILABLE = 14;

const LEADERLESS = 'No leader info available';

const NOT_DISCOVERED = 'Failed to discover';

/** Includes untrusted certificates, which gRPC reports as UNAVAILABLE (`check.ts`). */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof EventStoreUnavailableError) return true;
  if (OUTAGES.some((kind) => error instanceof kind)) return true;
  if (error instanceof UnknownError) return error.message.includes(LEADERLESS);
  return isDiscoveryFailure(error) || ('code' in error && error.code === UNAVAILABLE);
}

/** Kept by the client forever. */
export function isDiscoveryFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NOT_DISCOVERED);
}
