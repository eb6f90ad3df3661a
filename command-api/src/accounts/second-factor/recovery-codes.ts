import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '@clearcut/platform/database/database';
import { RECOVERY_CODES } from '@clearcut/schemas/constants';
import type { Sealed, Sealing } from '../../kernel/sealing.ts';
import type { Secret } from '../../kernel/secret.ts';

export interface RecoveryCodeDeps {
  readonly secret: Secret;
  readonly sealing: Sealing;
}

/** Without lookalikes. 10 of 31 are 49 bits, and attempts are counted. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

const bare = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const digestOf = (secret: Secret, userId: string, code: string): Buffer =>
  secret.digest('recovery-code', `${userId}\0${bare(code)}`);

function newCode(): string {
  const code = Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Shown once; earlier codes stop working. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { secret, sealing }: RecoveryCodeDeps,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const digests = codes.map((code) => sealing.seal(userId, digestOf(secret, userId, code)).sealed);
  await tx.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO identity.recovery_codes (user_id, digest, key_id) SELECT $1, unnest($2::bytea[]), $3', [
    userId,
    digests,
    sealing.keyId,
  ]);
  return codes;
}

export async function findRecoveryCode(
  database: Tx,
  { secret, sealing }: RecoveryCodeDeps,
  userId: string,
  code: string,
): Promise<Buffer | undefined> {
  const given = digestOf(secret, userId, code);
  const stored = await database.query<Sealed>(
    'SELECT digest AS sealed, key_id AS "keyId" FROM identity.recovery_codes WHERE user_id = $1 AND key_id IS NOT NULL',
    [userId],
  );
  return stored.find((row) => timingSafeEqual(sealing.open(userId, row), given))?.sealed;
}

/** False when another login used it first. */
export async function useRecoveryCode(tx: Tx, userId: string, stored: Buffer): Promise<boolean> {
  const used = await tx.query(
    'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND digest = $2 RETURNING user_id',
    [userId, stored],
  );
  return used.length > 0;
}
