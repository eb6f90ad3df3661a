import { EventStoreDBClient } from '@eventstore/db-client';

interface Internals {
  supports: () => Promise<boolean>;
  handleError: (...failure: unknown[]) => Promise<void>;
}

/**
 * Works around two faults of the client that end a process (ADR 1).
 * @throws when the client could not use the address
 */
export function createClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internals = client as unknown as Internals;
  const { handleError } = internals;
  // The client keeps batch appends in one shared table; this makes each its own call. Credentials would do the same,
  // but an address with a client certificate has none.
  internals.supports = () => Promise.resolve(false);
  // Rejects, unawaited, when no node is found. The next call meets that failure itself.
  internals.handleError = (...failure) => handleError(...failure).catch(() => undefined);
  return client;
}
