import type { Tx } from '@clearcut/platform/database/database';
import type { SignUpCount } from '@clearcut/schemas/support/figures-http';

/** NOTIFY channel: the payload is the id of an account. Also the name of the PostgreSQL schema. */
export const signUpsChanged = 'read_sign_ups';

/** Sign-ups of each day (UTC) and source since then, oldest day first. A day without any has no row. */
export function countSignUps(database: Tx, since: Date): Promise<SignUpCount[]> {
  return database.query<SignUpCount>(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, source, count(*)::int AS count
     FROM read_sign_ups.sign_up WHERE at >= $1 GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
    [since],
  );
}
