import type { Tx } from '@clearcut/platform/database/database';
import type { Challenge } from '@clearcut/platform/third-party-login/port';
import { tokenDigest } from '../random-token.ts';

export interface Attempt extends Challenge {
  readonly type: 'login' | 'register';
  /** Local path, safe to redirect to. */
  readonly returnTo: string;
  readonly visitorId: string | null;
  /** The first page's. */
  readonly language: string | null;
}

const LIFETIME = '10 minutes';
export const ATTEMPT_SECONDS = 600;

/** In the database, since the callback may reach another process. */
export async function saveAttempt(database: Tx, state: string, attempt: Attempt): Promise<void> {
  await database.query(
    `INSERT INTO identity.third_party_attempts (state_digest, code_verifier, nonce, type, return_to, visitor_id, language, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8::interval)`,
    [
      tokenDigest(state),
      attempt.codeVerifier,
      attempt.nonce,
      attempt.type,
      attempt.returnTo,
      attempt.visitorId,
      attempt.language,
      LIFETIME,
    ],
  );
}

export async function takeAttempt(database: Tx, state: string): Promise<Attempt | undefined> {
  const [attempt] = await database.query<Attempt>(
    `DELETE FROM identity.third_party_attempts WHERE state_digest = $1 AND expires_at > now()
     RETURNING code_verifier AS "codeVerifier", nonce, type, return_to AS "returnTo", visitor_id AS "visitorId", language`,
    [tokenDigest(state)],
  );
  return attempt;
}
