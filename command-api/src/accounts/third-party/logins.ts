import type { Tx } from '@clearcut/platform/database/database';

export interface LinkedLogin {
  readonly id: string;
  /** URL. */
  readonly issuer: string;
  /** Null when linked before this was recorded. */
  readonly linkedAt: Date | null;
}

/** Oldest first. */
export function listLogins(database: Tx, userId: string): Promise<LinkedLogin[]> {
  return database.query(
    `SELECT id, issuer, linked_at AS "linkedAt" FROM identity.third_party_logins
     WHERE user_id = $1 ORDER BY linked_at NULLS FIRST, id`,
    [userId],
  );
}

export async function removeLogins(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM identity.third_party_logins WHERE user_id = $1 AND id = ANY($2)', [userId, ids]);
}
