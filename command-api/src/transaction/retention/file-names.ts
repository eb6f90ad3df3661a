import type { Tx } from '@clearcut/platform/database/database';

/**
 * Repeats keep the first name but renew its age, by which leftovers are found: this try may succeed.
 * @param origin digest of a visitor's address; null for a member
 */
export async function saveFileName(
  database: Tx,
  transactionId: string,
  { name, origin }: { readonly name: string; readonly origin: string | null },
): Promise<void> {
  await database.query(
    `INSERT INTO identity.file_names (transaction_id, name, origin) VALUES ($1, $2, $3)
     ON CONFLICT (transaction_id) DO UPDATE SET created_at = now()`,
    [transactionId, name, origin],
  );
}

export async function copyFileName(database: Tx, from: string, to: string): Promise<void> {
  await database.query(
    `INSERT INTO identity.file_names (transaction_id, name, origin)
     SELECT $2, name, origin FROM identity.file_names WHERE transaction_id = $1
     ON CONFLICT (transaction_id) DO UPDATE SET created_at = now()`,
    [from, to],
  );
}

export async function eraseFileNames(database: Tx, transactionIds: readonly string[]): Promise<void> {
  await database.query('DELETE FROM identity.file_names WHERE transaction_id = ANY($1)', [transactionIds]);
}

export async function findFileNamesBefore(database: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await database.query<{ transaction_id: string }>(
    'SELECT transaction_id FROM identity.file_names WHERE created_at < $1 ORDER BY created_at LIMIT $2',
    [before, limit],
  );
  return rows.map((row) => row.transaction_id);
}

/** Strips folders, control characters and surrounding space; `image` when nothing is left. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  return (
    base
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .trim() || 'image'
  );
}
