import type { Tx } from '@clearcut/platform/database/database';
import type { PasskeyView } from '@clearcut/schemas/identity/passkey';

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** Base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly logsIn: boolean;
}

const COLUMNS = `id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey",
                 counter::float8 AS counter, transports, logs_in AS "logsIn"`;

/** Oldest first. */
export async function listPasskeys(database: Tx, userId: string): Promise<PasskeyView[]> {
  const rows = await database.query<{
    id: string;
    name: string;
    createdAt: Date;
    lastUsedAt: Date | null;
    logsIn: boolean;
  }>(
    `SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", logs_in AS "logsIn"
     FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );
  return rows.map(({ id, name, createdAt, lastUsedAt, logsIn }) => ({
    id,
    name,
    logsIn,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

export function passkeysOf(database: Tx, userId: string): Promise<Passkey[]> {
  return database.query(`SELECT ${COLUMNS} FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at, id`, [
    userId,
  ]);
}

export async function findPasskey(database: Tx, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await database.query<Passkey>(`SELECT ${COLUMNS} FROM identity.passkeys WHERE credential_id = $1`, [
    credentialId,
  ]);
  return row;
}

export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'logsIn'> & { readonly name: string },
): Promise<void> {
  const { id, userId, credentialId, publicKey, counter, transports, name } = passkey;
  await tx.query(
    `INSERT INTO identity.passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, credentialId, publicKey, counter, transports, name],
  );
}

/**
 * False when the counter has not advanced, as with a cloned authenticator. Conditional update: one of two equal
 * counters succeeds.
 */
export async function countUse(database: Tx, id: string, counter: number): Promise<boolean> {
  const counted = await database.query(
    `UPDATE identity.passkeys SET counter = $2, last_used_at = now()
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [id, counter],
  );
  return counted.length > 0;
}

export async function renamePasskey(database: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const renamed = await database.query(
    'UPDATE identity.passkeys SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING id',
    [userId, id, name],
  );
  return renamed.length > 0;
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx.query('DELETE FROM identity.passkeys WHERE user_id = $1 AND id = $2 RETURNING id', [
    userId,
    id,
  ]);
  return deleted.length > 0;
}

/** Demotes passkeys to second factors: they no longer log in by themselves. */
export async function keepAsSecondFactors(tx: Tx, userId: string): Promise<void> {
  await tx.query('UPDATE identity.passkeys SET logs_in = false WHERE user_id = $1', [userId]);
}
