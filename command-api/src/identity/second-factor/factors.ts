import type { Tx } from '@clearcut/platform/database/database';
import type { Secret } from '../../kernel/secret.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { newSecret, stepOf } from './totp.ts';

export interface SecondFactor {
  readonly confirmedAt: Date;
  readonly recoveryCodesLeft: number;
}

/** The second factor that the account's logins ask for; undefined where there is none. */
export async function findSecondFactor(database: Tx, userId: string): Promise<SecondFactor | undefined> {
  const [row] = await database.query<SecondFactor>(
    `SELECT confirmed_at AS "confirmedAt",
            (SELECT count(*)::int FROM identity.recovery_codes c WHERE c.user_id = t.user_id) AS "recoveryCodesLeft"
     FROM identity.totp t WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
    [userId],
  );
  return row;
}

/** A secret for an app, which counts from its first code on; undefined when an app counts already. */
export async function beginTotp(database: Tx, userId: string): Promise<Buffer | undefined> {
  const [row] = await database.query<{ secret: Buffer }>(
    `INSERT INTO identity.totp (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now() WHERE totp.confirmed_at IS NULL
     RETURNING secret`,
    [userId, newSecret()],
  );
  return row?.secret;
}

/** Whether this is a code of the app that was begun: it counts from now on. */
export async function confirmTotp(database: Tx, userId: string, code: string): Promise<boolean> {
  const step = await stepGiven(database, userId, code);
  if (step === undefined) return false;
  const confirmed = await database.query(
    `UPDATE identity.totp SET confirmed_at = now(), last_step = $2
     WHERE user_id = $1 AND confirmed_at IS NULL RETURNING user_id`,
    [userId, step],
  );
  return confirmed.length > 0;
}

/** Whether this is a code of the account's app, or one of its recovery codes. Each code is taken once. */
export async function takeCode(database: Tx, secret: Secret, userId: string, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return useRecoveryCode(database, secret, userId, code);
  const step = await stepGiven(database, userId, digits);
  if (step === undefined) return false;
  const taken = await database.query(
    `UPDATE identity.totp SET last_step = $2
     WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2 RETURNING user_id`,
    [userId, step],
  );
  return taken.length > 0;
}

async function stepGiven(database: Tx, userId: string, code: string): Promise<number | undefined> {
  const [row] = await database.query<{ secret: Buffer }>('SELECT secret FROM identity.totp WHERE user_id = $1', [
    userId,
  ]);
  return row === undefined ? undefined : stepOf(row.secret, code, new Date());
}

/** The account's logins ask for no second factor any more. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM identity.totp WHERE user_id = $1', [userId]);
}
