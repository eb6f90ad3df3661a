import type { Tx } from '@clearcut/platform/database/database';
import type { SignUpCount } from '@clearcut/schemas/support/figures-http';

/** NOTIFY channel (payload: an account id) and PostgreSQL schema. */
export const signUpsChanged = 'read_sign_ups';

/** By UTC day and source, oldest first; empty days have no row. */
export function countSignUps(database: Tx, since: Date): Promise<SignUpCount[]> {
  return database.query<SignUpCount>(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, source, count(*)::int AS count
     FROM read_sign_ups.sign_up WHERE at >= $1 GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
    [since],
  );
}
