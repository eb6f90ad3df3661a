import type { Database } from '@clearcut/platform/database/database';
import { PASSKEYS } from '@clearcut/schemas/constants';
import type { PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import { randomToken, tokenDigest } from '../random-token.ts';

export type ChallengeUse =
  | { readonly purpose: 'log-in'; readonly userId: null }
  | { readonly purpose: Exclude<PasskeyChallengeBody['purpose'], 'log-in'> | 'register'; readonly userId: string };

/** @returns 32 random bytes in base64url */
export async function newChallenge(database: Database, { purpose, userId }: ChallengeUse): Promise<string> {
  const challenge = randomToken();
  await database.query(
    `INSERT INTO identity.passkey_challenges (digest, purpose, user_id, expires_at)
     VALUES ($1, $2, $3, now() + $4::interval)`,
    [tokenDigest(challenge), purpose, userId, `${PASSKEYS.challengeMs} milliseconds`],
  );
  return challenge;
}

/** Consumes a challenge; one of several concurrent answers succeeds. False when not open for this use. */
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
