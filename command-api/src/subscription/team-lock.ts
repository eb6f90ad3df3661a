import type { Database } from '@clearcut/platform/database/database';
import { createTurns } from '../kernel/serialize-by-key.ts';

/** Waits here rather than on a connection of its own. */
const inTurn = createTurns();

/**
 * One at a time per team, across the whole installation, on a dedicated connection: several in one pool, each waiting
 * for work that needs another, would deadlock.
 *
 * @param work ends early when `lost` is aborted: another process may have begun
 */
export function withTeamLock<T>(
  database: Database,
  teamId: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  return withLock(database, `billing:${teamId}`, work);
}

/**
 * Else the second of two upgrades might be a downgrade meanwhile. Held around observations, which take the team's lock.
 */
export const withPlanLock = <T>(database: Database, teamId: string, change: () => Promise<T>): Promise<T> =>
  withLock(database, `billing-change:${teamId}`, change);

function withLock<T>(database: Database, name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  return inTurn(name, async () => {
    const client = await database.connect();
    const lost = new AbortController();
    client.once('end', () => lost.abort(new Error('Connection terminated: it held the lock of a team')));
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
      return await work(lost.signal);
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}
