import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { REPEAT_MS } from '@clearcut/schemas/constants';

export interface Repeatable {
  /** Same for every repeat, so that ids derived from it repeat too. */
  readonly token: string;
  readonly isRepeat: boolean;
}

/**
 * Recognises a repeat within REPEAT_MS: some clients resend a POST after 20 seconds, twice, and would be charged three
 * times. A single statement decides races across processes.
 * @param content all that determines the result
 * @param gone token of a deleted result
 */
export async function repeatable(
  database: Database,
  keyId: string,
  content: readonly string[],
  gone?: string,
): Promise<Repeatable> {
  const id = createHash('sha256')
    .update(JSON.stringify([keyId, ...content]))
    .digest();
  const mine = randomUUID();
  const [row] = await database.query<{ token: string }>(
    `INSERT INTO api_keys.repeated AS r (id, token, began_at) VALUES ($1, $2, now())
     ON CONFLICT (id) DO UPDATE SET
       token = CASE WHEN r.began_at < now() - $3::interval OR r.token = $4 THEN excluded.token ELSE r.token END,
       began_at = CASE WHEN r.began_at < now() - $3::interval OR r.token = $4 THEN excluded.began_at ELSE r.began_at END
     RETURNING token`,
    [id, mine, `${REPEAT_MS} milliseconds`, gone ?? null],
  );
  const token = row?.token ?? mine;
  return { token, isRepeat: token !== mine };
}
