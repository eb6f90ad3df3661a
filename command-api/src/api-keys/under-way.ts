import { createHash } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';

/** Longer than any request takes. */
const MAX_REQUEST_TIME = '2 minutes';
const RETRY_AFTER_SECONDS = 1;

/**
 * Refuses a request while an equal one runs in any process. Repeats are harmless; this spares programs two racing
 * answers.
 * @param meaning sender, address and Idempotency-Key; undefined without such a key
 * @throws CatalogueError idempotency_key_in_use; what `work` throws
 */
export async function oneAtATime<T>(
  database: Database,
  requestId: string,
  meaning: readonly string[] | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (meaning === undefined) return work();
  const id = createHash('sha256').update(JSON.stringify(meaning)).digest();
  const taken = await database.query(
    `INSERT INTO api_keys.under_way AS u (id, request, until) VALUES ($1, $2, now() + $3::interval)
     ON CONFLICT (id) DO UPDATE SET request = excluded.request, until = excluded.until WHERE u.until < now()
     RETURNING id`,
    [id, requestId, MAX_REQUEST_TIME],
  );
  if (taken.length === 0) {
    throw new CatalogueError('idempotency_key_in_use', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  try {
    return await work();
  } finally {
    await database.query('DELETE FROM api_keys.under_way WHERE id = $1 AND request = $2', [id, requestId]);
  }
}
