import type { Database } from '@clearcut/platform/database/database';
import { createTurns } from '../kernel/serialize-by-key.ts';

/** Waits here rather than on a connection of its own. */
const inTurn = createTurns();

/**
 * One at a time per team, across the whole installation, on a dedicated connection: several in one pool, each waiting
 * for work that needs another, would deadlock.
 *
 * @param work ends early when `lost` is aborted: another process may have begun; `since`: by the database's clock
 */
export function withTeamLock<T>(
  database: Database,
  teamId: string,
  work: (lost: AbortSignal, since: Date) => Promise<T>,
): Promise<T> {
  return withLock(database, `billing:${teamId}`, work);
}

/** For users' changes, such as two upgrades at once. Held around observations, which take the team's lock. */
export const withChangeLock = <T>(database: Database, teamId: string, change: () => Promise<T>): Promise<T> =>
  withLock(database, `billing-change:${teamId}`, change);

function withLock<T>(
  database: Database,
  name: string,
  work: (lost: AbortSignal, since: Date) => Promise<T>,
): Promise<T> {
  return inTurn(name, async () => {
    const client = await database.connect();
    const lost = new AbortController();
    client.once('end', () => lost.abort(new Error('Connection terminated: it held the lock of a team')));
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
      const { rows } = await client.query<{ since: Date }>('SELECT clock_timestamp() AS since');
      return await work(lost.signal, rows[0]?.since ?? new Date(0));
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}
