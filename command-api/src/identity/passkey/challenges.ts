import type { Database } from '@clearcut/platform/database/database';
import { PASSKEYS } from '@clearcut/schemas/constants';
import type { PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import { randomToken, tokenDigest } from '../random-token.ts';

/** What an answer to a challenge may be used for, and by whose authenticator it is given: before a login that is not known. */
export type ChallengeUse =
  | { readonly purpose: 'log-in'; readonly userId: null }
  | { readonly purpose: Exclude<PasskeyChallengeBody['purpose'], 'log-in'> | 'register'; readonly userId: string };

/** @returns 32 random bytes in base64url, for an authenticator to sign */
export async function newChallenge(database: Database, { purpose, userId }: ChallengeUse): Promise<string> {
  const challenge = randomToken();
  await database.query(
    `INSERT INTO identity.passkey_challenges (digest, purpose, user_id, expires_at)
     VALUES ($1, $2, $3, now() + $4::interval)`,
    [tokenDigest(challenge), purpose, userId, `${PASSKEYS.challengeMs} milliseconds`],
  );
  return challenge;
}

/** Uses a challenge up: of any number of answers at once one gets through. False when it is not open for this use. */
export async function takeChallenge(
  database: Database,
  challenge: string,
  { purpose, userId }: ChallengeUse,
): Promise<boolean> {
  const [taken] = await database.query<{ isMeant: boolean }>(
    `DELETE FROM identity.passkey_challenges WHERE digest = $1
     RETURNING (purpose = $2 AND user_id IS NOT DISTINCT FROM $3 AND expires_at > now()) AS "isMeant"`,
    [tokenDigest(challenge), purpose, userId],
  );
  return taken?.isMeant === true;
}
