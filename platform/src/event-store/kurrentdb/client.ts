import { EventStoreDBClient } from '@eventstore/db-client';

/** Parts of the client that it keeps to itself. */
interface Internals {
  supports: () => Promise<boolean>;
  handleError: (...failure: unknown[]) => Promise<void>;
}

/**
 * The server's client without two faults that end a process (ADR 1).
 * @throws where the client could not use the address
 */
export function createClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internals = client as unknown as Internals;
  const { handleError } = internals;
  // It keeps the appends of all batches in one table: each append of ours is a call of its own. One that names credentials would be that
  // too, but an address with a client's certificate has none to name.
  internals.supports = () => Promise.resolve(false);
  // Nobody awaits it, and it rejects when no node of a cluster is found. Who calls the client next meets that failure itself.
  internals.handleError = (...failure) => handleError(...failure).catch(() => undefined);
  return client;
}
