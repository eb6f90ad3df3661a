import { ConfigError } from '@clearcut/platform/config/config';
import type { Database } from '@clearcut/platform/database/database';
import type { Sealing } from '../../kernel/sealing.ts';

interface Row {
  readonly userId: string;
  readonly secret: Buffer;
  readonly keyId: Buffer | null;
}

const PLACES = [
  ['identity.totp', 'secret'],
  ['identity.recovery_codes', 'digest'],
] as const;

const BATCH = 500;

/**
 * Moves secrets to the newest key at each start, so that replaced keys become unnecessary. Safe in several processes.
 * @throws ConfigError when a key is missing: those accounts' logins would otherwise fail later, one by one
 */
export async function sealSecrets(database: Database, sealing: Sealing): Promise<number> {
  let sealed = 0;
  for (const [table, column] of PLACES) sealed += await sealTable(database, sealing, table, column);
  return sealed;
}

async function sealTable(database: Database, sealing: Sealing, table: string, column: string): Promise<number> {
  const missing = await database.query(
    `SELECT 1 FROM ${table} WHERE key_id IS NOT NULL AND NOT (key_id = ANY($1)) LIMIT 1`,
    [sealing.keyIds],
  );
  if (missing.length > 0) {
    throw new ConfigError(
      'Secrets of second factors were encrypted with another key. Name it in ENCRYPTION_KEYS, or bring back the file encryption-key of DATA_DIR.',
    );
  }
  let sealed = 0;
  for (;;) {
    const batch = await database.transaction(async (tx) => {
      const rows = await tx.query<Row>(
        `SELECT user_id AS "userId", ${column} AS secret, key_id AS "keyId" FROM ${table}
         WHERE key_id IS DISTINCT FROM $1 ORDER BY user_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [sealing.keyId, BATCH],
      );
      for (const { userId, secret, keyId } of rows) {
        const plain = keyId === null ? secret : sealing.open(userId, { keyId, sealed: secret });
        const now = sealing.seal(userId, plain);
        await tx.query(`UPDATE ${table} SET ${column} = $3, key_id = $4 WHERE user_id = $1 AND ${column} = $2`, [
          userId,
          secret,
          now.sealed,
          now.keyId,
        ]);
      }
      return rows.length;
    });
    sealed += batch;
    if (batch < BATCH) return sealed;
  }
}
