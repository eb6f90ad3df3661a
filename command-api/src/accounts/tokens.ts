import type { Tx } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { LINK_LIFETIMES_MS, type LinkPurpose } from '../mails/index.ts';
import { randomToken, tokenDigest } from './random-token.ts';

/** Invalidates an earlier link of the same purpose. */
export async function issueToken(database: Tx, userId: string, purpose: LinkPurpose): Promise<string> {
  const token = randomToken();
  await database.query(
    `INSERT INTO identity.tokens (user_id, purpose, digest, expires_at) VALUES ($1, $2, $3, now() + $4::interval)
     ON CONFLICT (user_id, purpose) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at`,
    [userId, purpose, tokenDigest(token), `${LINK_LIFETIMES_MS[purpose]} milliseconds`],
  );
  return token;
}

/** Does not consume the link. @throws CatalogueError link_expired */
export async function readToken(database: Tx, token: string, purpose: LinkPurpose): Promise<string> {
  const [row] = await database.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM identity.tokens WHERE digest = $1 AND purpose = $2 AND expires_at > now()`,
    [tokenDigest(token), purpose],
  );
  if (row === undefined) throw new CatalogueError('link_expired');
  return row.userId;
}

/** One of several concurrent calls succeeds. @throws CatalogueError link_expired */
export async function consumeToken(database: Tx, token: string, purpose: LinkPurpose): Promise<string> {
  const [row] = await database.query<{ userId: string }>(
    `DELETE FROM identity.tokens WHERE digest = $1 AND purpose = $2 AND expires_at > now()
     RETURNING user_id AS "userId"`,
    [tokenDigest(token), purpose],
  );
  if (row === undefined) throw new CatalogueError('link_expired');
  return row.userId;
}

export async function endTokens(database: Tx, userId: string, purpose: LinkPurpose): Promise<void> {
  await database.query('DELETE FROM identity.tokens WHERE user_id = $1 AND purpose = $2', [userId, purpose]);
}
