import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { REPEAT_MS } from '@clearcut/schemas/constants';

export interface Repeatable {
  /** The same for every repeat: ids of what the request makes derive from it. */
  readonly token: string;
  readonly isRepeat: boolean;
}

/**
 * Whether a key has sent the same within REPEAT_MS. Some clients wait 20 seconds and send a POST again, twice: without this a busy minute
 * would charge three times. One statement decides between repeats at once, on whichever process.
 * @param content all that decides what comes out
 */
export async function repeatable(database: Database, keyId: string, content: readonly string[]): Promise<Repeatable> {
  const id = createHash('sha256')
    .update(JSON.stringify([keyId, ...content]))
    .digest();
  const mine = randomUUID();
  const [row] = await database.query<{ token: string }>(
    `INSERT INTO api_keys.repeated AS r (id, token, began_at) VALUES ($1, $2, now())
     ON CONFLICT (id) DO UPDATE SET
       token = CASE WHEN r.began_at < now() - $3::interval THEN excluded.token ELSE r.token END,
       began_at = CASE WHEN r.began_at < now() - $3::interval THEN excluded.began_at ELSE r.began_at END
     RETURNING token`,
    [id, mine, `${REPEAT_MS} milliseconds`],
  );
  const token = row?.token ?? mine;
  return { token, isRepeat: token !== mine };
}
