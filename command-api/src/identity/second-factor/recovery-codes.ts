import { randomInt } from 'node:crypto';
import type { Tx } from '@clearcut/platform/database/database';
import { RECOVERY_CODES } from '@clearcut/schemas/constants';
import type { Secret } from '../../kernel/secret.ts';

/** Without signs that look alike. 10 of 31 signs are 49 bits, and tries are counted. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** Signs are counted, not how a person writes them down. */
const bare = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const digestOf = (secret: Secret, userId: string, code: string): Buffer =>
  secret.digest('recovery-code', `${userId}\0${bare(code)}`);

function newCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}

/** New codes for the account, which are shown once; earlier ones stop working. */
export async function replaceRecoveryCodes(tx: Tx, secret: Secret, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO identity.recovery_codes (user_id, digest) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => digestOf(secret, userId, code)),
  ]);
  return codes;
}

export async function isRecoveryCode(database: Tx, secret: Secret, userId: string, code: string): Promise<boolean> {
  const found = await database.query('SELECT 1 FROM identity.recovery_codes WHERE user_id = $1 AND digest = $2', [
    userId,
    digestOf(secret, userId, code),
  ]);
  return found.length > 0;
}

/** Uses a code up; false when there is none like it. */
export async function useRecoveryCode(tx: Tx, secret: Secret, userId: string, code: string): Promise<boolean> {
  const used = await tx.query(
    'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND digest = $2 RETURNING user_id',
    [userId, digestOf(secret, userId, code)],
  );
  return used.length > 0;
}
