import type { Database, Tx } from '@clearcut/platform/database/database';
import type { Hint } from '@clearcut/platform/payments/port';

/** NOTIFY channel. */
export const hintsWaiting = 'billing_hints_waiting';

/** After this many attempts, the customer belongs to another program. */
const MAX_ATTEMPTS = 10;

export async function keepHint(
  database: Tx,
  { id, type, customerId }: Hint,
  source: 'webhook' | 'poll',
): Promise<boolean> {
  if (customerId === null) return false;
  const rows = await database.query(
    `WITH kept AS (
       INSERT INTO billing.inbox (id, type, customer_id, source) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id)
     SELECT id, pg_notify($5, '') FROM kept`,
    [id, type, customerId, source, hintsWaiting],
  );
  return rows.length > 0;
}

export interface OpenHint {
  readonly customerId: string;
  readonly ids: readonly string[];
}

/** Due hints by customer, since one observation answers all. Locks each for a minute. */
export async function takeHints(database: Database, limit: number): Promise<OpenHint[]> {
  return database.query<OpenHint>(
    `WITH taken AS (
       UPDATE billing.inbox SET attempts = attempts + 1, due_at = now() + interval '1 minute'
       WHERE id IN (SELECT id FROM billing.inbox WHERE done_at IS NULL AND due_at <= now()
                    ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT $1)
       RETURNING id, customer_id)
     SELECT customer_id AS "customerId", array_agg(id) AS ids FROM taken GROUP BY customer_id`,
    [limit],
  );
}

export async function hintsDone(database: Tx, ids: readonly string[]): Promise<void> {
  await database.query('UPDATE billing.inbox SET done_at = now() WHERE id = ANY($1)', [ids]);
}

export async function postponeHints(database: Tx, ids: readonly string[], isUnknown: boolean): Promise<void> {
  await database.query(
    `UPDATE billing.inbox SET due_at = now() + make_interval(secs => least(600, 2 ^ attempts)),
            done_at = CASE WHEN $2 AND attempts >= ${MAX_ATTEMPTS} THEN now() END
     WHERE id = ANY($1)`,
    [ids, isUnknown],
  );
}

/** Seconds; 0 when empty. */
export async function inboxAge(database: Tx): Promise<number> {
  const [row] = await database.query<{ age: number }>(
    'SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS age FROM billing.inbox WHERE done_at IS NULL',
  );
  return row?.age ?? 0;
}

const RETENTION_DAYS = 35;

/** Drops hints older than the provider's own history, which cannot recur. */
export async function forgetHints(database: Tx): Promise<void> {
  await database.query(`DELETE FROM billing.inbox WHERE done_at < now() - interval '${RETENTION_DAYS} days'`);
}
