import type { Tx } from '@clearcut/platform/database/database';

/** True of deleted pictures, too: a page may end with one. */
export async function hadPicture(database: Tx, userId: string, id: string): Promise<boolean> {
  const found = await database.query('SELECT 1 FROM read_transaction.transaction WHERE id = $1 AND user_id = $2', [
    id,
    userId,
  ]);
  return found.length > 0;
}
