import type { Database, Tx } from '@clearcut/platform/database/database';
import { listApiKeys } from '@clearcut/projections/api-key/queries';
import type { ChangeKeyBody } from '@clearcut/schemas/api-keys/http';
import { keyDigest, tailOf } from './key.ts';

export interface KeySecret {
  readonly keyId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly tail: string;
  readonly label: string;
  readonly networks: readonly string[];
  readonly origins: readonly string[];
  readonly lastUsedAt: Date | null;
}

const SECRET = `
  SELECT key_id AS "keyId", team_id AS "teamId", user_id AS "userId", tail, label, networks, origins, last_used_at AS "lastUsedAt"
  FROM api_keys.secret WHERE digest IS NOT NULL`;

const LAST_USED_PRECISION = '1 minute';

/** Longer than any lag of a read model. */
const MAX_CREATION_TIME = '10 minutes';

/** Includes keys being created, and serialises callers. A secret that a crash left without a key counts for a while. */
export async function countKeys(tx: Tx, teamId: string): Promise<number> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`api-keys:${teamId}`]);
  // Reads secrets not yet in a read model first: a key that arrives meanwhile then appears twice rather than not at
  // all.
  const begun = await tx.query<KeySecret>(
    `${SECRET} AND team_id = $1 AND created_at > now() - $2::interval
     AND NOT EXISTS (SELECT FROM read_api_key.api_key k WHERE k.id = key_id)`,
    [teamId, MAX_CREATION_TIME],
  );
  const listed = await listApiKeys(tx, teamId);
  return new Set([...begun.map(({ keyId }) => keyId), ...listed.map(({ id }) => id)]).size;
}

/** Replaces the secret of a rotation that a crash interrupted. */
export async function keepSecret(
  database: Tx,
  secret: Pick<KeySecret, 'keyId' | 'teamId' | 'userId' | 'label' | 'networks' | 'origins'>,
  key: string,
  follows: string | null = null,
): Promise<void> {
  const { keyId, teamId, userId, label, networks, origins } = secret;
  await database.query(
    `INSERT INTO api_keys.secret (key_id, team_id, user_id, digest, tail, label, networks, origins, first_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce((SELECT first_key FROM api_keys.secret WHERE key_id = $9), $9))
     ON CONFLICT (key_id) DO UPDATE SET digest = excluded.digest, tail = excluded.tail`,
    [keyId, teamId, userId, keyDigest(key), tailOf(key), label, [...networks], [...origins], follows],
  );
}

export async function findSecret(database: Tx, key: string): Promise<KeySecret | undefined> {
  const [row] = await database.query<KeySecret>(`${SECRET} AND digest = $1`, [keyDigest(key)]);
  return row;
}

export async function isOriginOfKey(database: Tx, origin: string): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 FROM api_keys.secret WHERE digest IS NOT NULL AND $1 = ANY(origins) LIMIT 1',
    [origin],
  );
  return rows.length > 0;
}

export function listSecrets(database: Tx, teamId: string): Promise<KeySecret[]> {
  return database.query<KeySecret>(`${SECRET} AND team_id = $1`, [teamId]);
}

export async function keysOfUser(database: Tx, userId: string): Promise<string[]> {
  const rows = await database.query<KeySecret>(`${SECRET} AND user_id = $1`, [userId]);
  return rows.map(({ keyId }) => keyId);
}

export async function tailOfKey(database: Tx, keyId: string): Promise<string> {
  const [row] = await database.query<{ tail: string }>('SELECT tail FROM api_keys.secret WHERE key_id = $1', [keyId]);
  return row?.tail ?? '';
}

export async function changeSecret(
  database: Tx,
  keyId: string,
  { label, networks, origins }: Pick<ChangeKeyBody, 'label' | 'networks' | 'origins'>,
): Promise<void> {
  await database.query(
    `UPDATE api_keys.secret SET label = coalesce($2, label), networks = coalesce($3, networks), origins = coalesce($4, origins)
     WHERE key_id = $1`,
    [keyId, label ?? null, networks ?? null, origins ?? null],
  );
}

/** After this no process finds the key, and nothing that a person wrote is left. */
export async function eraseSecret(database: Tx, keyId: string): Promise<void> {
  await database.query(
    `UPDATE api_keys.secret SET digest = NULL, label = '', networks = '{}', origins = '{}' WHERE key_id = $1 AND digest IS NOT NULL`,
    [keyId],
  );
}

export async function markUsed(database: Database, keyId: string): Promise<void> {
  await database.query(
    `UPDATE api_keys.secret SET last_used_at = now()
     WHERE key_id = $1 AND (last_used_at IS NULL OR last_used_at < now() - $2::interval)`,
    [keyId, LAST_USED_PRECISION],
  );
}
