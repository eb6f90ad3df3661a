import { EventStoreDBClient } from '@eventstore/db-client';

interface Internals {
  supports: () => Promise<boolean>;
  handleError: (...failure: unknown[]) => Promise<void>;
}

/**
 * Works around two faults that end a process (ADR 1).
 * @throws for an unusable address
 */
export function createClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internals = client as unknown as Internals;
  const { handleError } = internals;
  // Batch appends share one table; this makes each its own call.
  internals.supports = () => Promise.resolve(false);
  // Rejects, unawaited, when no node is found. The next call meets that failure.
  internals.handleError = (...failure) => handleError(...failure).catch(() => undefined);
  return client;
}
