import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { keepCalling } from './connection-watch.ts';
import type { Database } from './database.ts';

export interface Lock {
  /** Another process may hold the lock now. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const POLL_MS = 1_000;

/**
 * Drops a vanished host in half a minute instead of two hours. A statement, because poolers refuse startup parameters.
 */
const KEEPALIVES = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/**
 * Installation-wide; waits also while the server is away. Ends with its connection: within half a minute when the host
 * vanishes.
 * @throws the reason of `signal`
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
  const stopCalling = keepCalling(client);
  const lose = (): void => lost.abort(new Error('The connection that held the lock was lost'));
  client.once('error', lose);
  client.once('end', lose);
  const lock: Lock = {
    lost: lost.signal,
    async release() {
      stopCalling();
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
