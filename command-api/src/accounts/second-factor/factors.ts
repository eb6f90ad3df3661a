import type { Database, Tx } from '@clearcut/platform/database/database';
import type { Sealed, Sealing } from '../../kernel/sealing.ts';
import { newSecret, stepOf } from './totp.ts';

export interface SecretDeps {
  readonly database: Database;
  readonly sealing: Sealing;
}

export interface SecondFactor {
  readonly appSince: Date | null;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}

export async function findSecondFactor(database: Tx, userId: string): Promise<SecondFactor | undefined> {
  const [row] = await database.query<SecondFactor>(
    `SELECT (SELECT confirmed_at FROM identity.totp t WHERE t.user_id = $1) AS "appSince",
            (SELECT count(*)::int FROM identity.passkeys p WHERE p.user_id = $1) AS passkeys,
            (SELECT count(*)::int FROM identity.recovery_codes c WHERE c.user_id = $1) AS "recoveryCodesLeft"
     WHERE EXISTS (SELECT FROM identity.accounts_with_factor f WHERE f.user_id = $1)`,
    [userId],
  );
  return row;
}

/** Creates a secret that counts after its first code; undefined when an app is active already. */
export async function beginTotp({ database, sealing }: SecretDeps, userId: string): Promise<Buffer | undefined> {
  const secret = newSecret();
  const { sealed, keyId } = sealing.seal(userId, secret);
  const begun = await database.query(
    `INSERT INTO identity.totp (user_id, secret, key_id) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, key_id = excluded.key_id, created_at = now()
       WHERE totp.confirmed_at IS NULL
     RETURNING user_id`,
    [userId, sealed, keyId],
  );
  return begun.length > 0 ? secret : undefined;
}

export async function confirmTotp(deps: SecretDeps, userId: string, code: string): Promise<boolean> {
  const step = await stepGiven(deps, userId, code);
  if (step === undefined) return false;
  const confirmed = await deps.database.query(
    `UPDATE identity.totp SET confirmed_at = now(), last_step = $2
     WHERE user_id = $1 AND confirmed_at IS NULL RETURNING user_id`,
    [userId, step],
  );
  return confirmed.length > 0;
}

/** Accepts each code once. */
export async function takeTotp(deps: SecretDeps, userId: string, code: string): Promise<boolean> {
  const step = await stepGiven(deps, userId, code);
  if (step === undefined) return false;
  const taken = await deps.database.query(
    `UPDATE identity.totp SET last_step = $2
     WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2 RETURNING user_id`,
    [userId, step],
  );
  return taken.length > 0;
}

async function stepGiven({ database, sealing }: SecretDeps, userId: string, code: string): Promise<number | undefined> {
  const [row] = await database.query<Sealed>(
    'SELECT secret AS sealed, key_id AS "keyId" FROM identity.totp WHERE user_id = $1 AND key_id IS NOT NULL',
    [userId],
  );
  return row === undefined ? undefined : stepOf(sealing.open(userId, row), code, new Date());
}

export async function removeApp(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx.query<{ confirmedAt: Date | null }>(
    'DELETE FROM identity.totp WHERE user_id = $1 RETURNING confirmed_at AS "confirmedAt"',
    [userId],
  );
  await endCodesWithoutFactor(tx, userId);
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}

export async function removeAllFactors(tx: Tx, userId: string): Promise<boolean> {
  const passkeys = await tx.query('DELETE FROM identity.passkeys WHERE user_id = $1 RETURNING id', [userId]);
  const hadApp = await removeApp(tx, userId);
  return hadApp || passkeys.length > 0;
}

/** Recovery codes replace a second factor, so they end with the last one. */
export async function endCodesWithoutFactor(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM identity.recovery_codes
     WHERE user_id = $1 AND NOT EXISTS (SELECT FROM identity.accounts_with_factor f WHERE f.user_id = $1)`,
    [userId],
  );
}
