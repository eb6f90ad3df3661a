import type { Tx } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { LINK_LIFETIMES_MS, type LinkPurpose } from '../mails/links.ts';
import { randomToken, tokenDigest } from './random-token.ts';

/** A token for a new link; an earlier one of the same purpose stops working. */
export async function issueToken(database: Tx, userId: string, purpose: LinkPurpose): Promise<string> {
  const token = randomToken();
  await database.query(
    `INSERT INTO identity.tokens (user_id, purpose, digest, expires_at) VALUES ($1, $2, $3, now() + $4::interval)
     ON CONFLICT (user_id, purpose) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at`,
    [userId, purpose, tokenDigest(token), `${LINK_LIFETIMES_MS[purpose]} milliseconds`],
  );
  return token;
}

/** Whose link it is, without using it up. @throws CatalogueError link_expired */
export async function readToken(database: Tx, token: string, purpose: LinkPurpose): Promise<string> {
  const [row] = await database.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM identity.tokens WHERE digest = $1 AND purpose = $2 AND expires_at > now()`,
    [tokenDigest(token), purpose],
  );
  if (row === undefined) throw new CatalogueError('link_expired');
  return row.userId;
}

/** Uses the link up, for whom it was made: of any number at once, one gets through. @throws CatalogueError link_expired */
export async function consumeToken(database: Tx, token: string, purpose: LinkPurpose): Promise<string> {
  const [row] = await database.query<{ userId: string }>(
    `DELETE FROM identity.tokens WHERE digest = $1 AND purpose = $2 AND expires_at > now()
     RETURNING user_id AS "userId"`,
    [tokenDigest(token), purpose],
  );
  if (row === undefined) throw new CatalogueError('link_expired');
  return row.userId;
}

/** Ends the user's links of one purpose, as when what they open has happened. */
export async function endTokens(database: Tx, userId: string, purpose: LinkPurpose): Promise<void> {
  await database.query('DELETE FROM identity.tokens WHERE user_id = $1 AND purpose = $2', [userId, purpose]);
}
