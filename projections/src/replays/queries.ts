import type { Tx } from '@clearcut/platform/database/database';
import type { ReplaySummary } from '@clearcut/schemas/support/replay/http';

/** NOTIFY channel (payload: a replay id) and PostgreSQL schema. */
export const replaysChanged = 'read_replays';

/** Newest first. */
export async function listReplays(database: Tx, transactionId: string): Promise<ReplaySummary[]> {
  const rows = await database.query<Omit<ReplaySummary, 'at'> & { readonly at: Date }>(
    `SELECT id, through_version AS "throughVersion", mode, versions, staff_id AS "staffId", reason, requested_at AS at, state, verdict
     FROM read_replays.replay WHERE transaction_id = $1 ORDER BY requested_at DESC, id`,
    [transactionId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Replays before a moment with kept files, oldest first. */
export const findReplaysWithFiles = (
  database: Tx,
  before: Date,
  most: number,
): Promise<{ id: string; transactionId: string }[]> =>
  database.query(
    `SELECT id, transaction_id AS "transactionId" FROM read_replays.replay
     WHERE NOT is_cleared AND requested_at < $1 ORDER BY requested_at LIMIT $2`,
    [before, most],
  );
