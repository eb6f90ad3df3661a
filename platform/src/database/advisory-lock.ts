import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from './database.ts';

export interface Lock {
  /** Aborted when the connection that holds the lock is gone: another process may hold it now. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const POLL_MS = 1_000;

/**
 * After so many seconds without a word the server ends the connection of a host that lost its power or its network; by the system's
 * own settings it takes two hours. Set by a statement: poolers refuse them among what a connection begins with.
 */
const KEEPALIVES = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/**
 * Waits until this process alone holds the lock `name` in the whole installation, trying once a second, also while the
 * server is away. The server frees the lock when the connection ends, so a holder that dies frees it at once, and one whose host
 * vanishes within half a minute.
 *
 * @throws the reason of `signal` when that is aborted first
 */
export async function acquireLock(database: Database, name: string, signal: AbortSignal): Promise<Lock> {
  let client: Client | undefined;
  try {
    for (;;) {
      signal.throwIfAborted();
      client ??= await connect(database);
      const attempt = client === undefined ? 'lost' : await tryLock(client, name);
      if (attempt === 'locked' && client !== undefined) return await hold(client, signal);
      if (attempt === 'lost') {
        await client?.end().catch(() => undefined);
        client = undefined;
      }
      await delay(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    await client?.end().catch(() => undefined);
    throw signal.aborted ? signal.reason : error;
  }
}

async function connect(database: Database): Promise<Client | undefined> {
  let client: Client | undefined;
  try {
    client = await database.connect();
    await client.query(KEEPALIVES);
    return client;
  } catch {
    // Away, starting, or full: a process that waits for a lock waits for the server as well.
    await client?.end().catch(() => undefined);
    return undefined;
  }
}

async function tryLock(client: Client, name: string): Promise<'locked' | 'taken' | 'lost'> {
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [name],
    );
    return rows[0]?.locked === true ? 'locked' : 'taken';
  } catch {
    return 'lost';
  }
}

async function hold(client: Client, signal: AbortSignal): Promise<Lock> {
  const lost = new AbortController();
  const lose = (): void => lost.abort(new Error('The connection that held the lock was lost'));
  client.once('error', lose);
  client.once('end', lose);
  const lock: Lock = {
    lost: lost.signal,
    async release() {
      client.off('error', lose);
      client.off('end', lose);
      await client.end().catch(() => undefined);
    },
  };
  if (signal.aborted) {
    await lock.release();
    throw signal.reason;
  }
  return lock;
}
