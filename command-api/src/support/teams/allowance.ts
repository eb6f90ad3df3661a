import type { Database, Tx } from '@clearcut/platform/database/database';
import { SUPPORT } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';

export interface Adjustment {
  readonly id: string;
  readonly staffId: string;
  readonly teamId: string;
  /** Negative to remove credits. */
  readonly credits: number;
}

async function adjustedToday(tx: Tx, staffId: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ sum: number }>(
    `SELECT coalesce(sum(abs(credits)), 0)::int AS sum FROM support.adjustment
     WHERE staff_id = $1 AND at >= date_trunc('day', $2::timestamptz, 'UTC')`,
    [staffId, now],
  );
  return row?.sum ?? 0;
}

/** Days are UTC. */
export async function allowanceOf(database: Tx, staffId: string, now: Date): Promise<number> {
  return Math.max(0, SUPPORT.adjustedPerDay - (await adjustedToday(database, staffId, now)));
}

/**
 * Reserves an adjustment from today's limit. A repeat reserves nothing, and answers false.
 * @throws CatalogueError adjustment_limit_reached; idempotency_key_reused when the id was used for another adjustment
 */
export function takeAllowance(database: Database, adjustment: Adjustment, now: Date): Promise<boolean> {
  const { id, staffId, teamId, credits } = adjustment;
  return database.transaction(async (tx) => {
    // Serialises concurrent requests.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`support.adjustment:${staffId}`]);
    const [before] = await tx.query<Adjustment>(
      'SELECT id, staff_id AS "staffId", team_id AS "teamId", credits FROM support.adjustment WHERE id = $1',
      [id],
    );
    if (before !== undefined) {
      const isSame = before.staffId === staffId && before.teamId === teamId && before.credits === credits;
      if (!isSame) throw new CatalogueError('idempotency_key_reused');
      return false;
    }
    if (Math.abs(credits) > (await allowanceOf(tx, staffId, now))) throw new CatalogueError('adjustment_limit_reached');
    await tx.query('INSERT INTO support.adjustment (id, at, staff_id, team_id, credits) VALUES ($1, $2, $3, $4, $5)', [
      id,
      now,
      staffId,
      teamId,
      credits,
    ]);
    return true;
  });
}

export async function giveAllowanceBack(database: Database, id: string): Promise<void> {
  await database.query('DELETE FROM support.adjustment WHERE id = $1', [id]);
}
