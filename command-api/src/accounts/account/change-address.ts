import type { Database, Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../../http/message.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import * as decide from '../domain/account.ts';
import { LINK_LIFETIMES_MS, queueMail } from '../../mails/index.ts';
import { randomToken, tokenDigest } from '../random-token.ts';
import type { RateLimits } from '../rate-limit.ts';
import { endTokens } from '../tokens.ts';
import { type Account, findAccountByEmail } from './accounts.ts';
import type { AccountHandler } from '../handler.ts';
import { prepareNotice } from './notify-owner.ts';

interface Deps {
  readonly database: Database;
  readonly accounts: AccountHandler;
  readonly rateLimits: RateLimits;
  readonly canMail: boolean;
}

const LIFETIME = `${LINK_LIFETIMES_MS['address-change']} milliseconds`;

/**
 * Mails a link to the new address and a notice to the old one. The answer does not say whether the new one has an
 * account; its owner learns of the try instead.
 * @throws CatalogueError mail_unavailable, too_many_attempts
 */
export async function askForAddress(
  deps: Omit<Deps, 'accounts'>,
  account: Account,
  email: string,
  request: HttpRequest,
): Promise<void> {
  const { database, rateLimits, canMail } = deps;
  const { id: userId, language } = account;
  if (!canMail) throw new CatalogueError('mail_unavailable');
  await rateLimits.countLink('address-change', email, request.ip);
  const owner = await findAccountByEmail(database, email);
  const isTaken = owner !== undefined && owner.id !== userId;
  const notifyOwner = isTaken ? await prepareNotice(deps, owner, 'address-taken') : undefined;
  const notify = await prepareNotice(deps, account, 'address-change-asked');
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO identity.address_changes (user_id, email, expires_at) VALUES ($1, $2, now() + $3::interval)
       ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, digest = NULL, expires_at = excluded.expires_at`,
      [userId, email, LIFETIME],
    );
    if (notifyOwner === undefined) await queueMail(tx, { kind: 'address-change', recipient: email, language, userId });
    else await notifyOwner(tx);
    await notify(tx);
  });
}

export async function cancelAddress(database: Tx, userId: string): Promise<void> {
  await database.query('DELETE FROM identity.address_changes WHERE user_id = $1', [userId]);
}

export async function pendingAddress(database: Tx, userId: string): Promise<string | null> {
  const [row] = await database.query<{ email: string }>(
    'SELECT email FROM identity.address_changes WHERE user_id = $1 AND expires_at > now()',
    [userId],
  );
  return row?.email ?? null;
}

/** Undefined once another address is wanted, or none. */
export async function issueAddressToken(database: Tx, userId: string, email: string): Promise<string | undefined> {
  const token = randomToken();
  const rows = await database.query(
    `UPDATE identity.address_changes SET digest = $3
     WHERE user_id = $1 AND lower(email) = lower($2) AND expires_at > now() RETURNING user_id`,
    [userId, email, tokenDigest(token)],
  );
  return rows.length === 0 ? undefined : token;
}

export interface WantedAddress {
  readonly userId: string;
  readonly email: string;
}

export async function findWantedAddress(database: Tx, token: string): Promise<WantedAddress | undefined> {
  const [row] = await database.query<WantedAddress>(
    'SELECT user_id AS "userId", email FROM identity.address_changes WHERE digest = $1 AND expires_at > now()',
    [tokenDigest(token)],
  );
  return row;
}

/**
 * Sessions and logins stay; links mailed to the old address end. The link is used up last: after a crash it leads here
 * again. The proof follows the address, since a mailbox gets starter credits once.
 * @throws CatalogueError email_exists, link_expired
 */
export async function takeAddress(
  deps: Deps,
  account: Account,
  { email, token }: { readonly email: string; readonly token: string },
  request: HttpRequest,
): Promise<void> {
  const { database, accounts } = deps;
  const { id: userId } = account;
  const owner = await findAccountByEmail(database, email);
  if (owner !== undefined && owner.id !== userId) throw new CatalogueError('email_exists');
  const context = (command: string) => ({
    ...circumstancesOf(account, request),
    commandId: derivedId(command, userId, tokenDigest(token).toString('hex')),
  });
  await accounts.handle(userId, decide.changeAddress(userId), context('change-address'));
  const notify = await prepareNotice(deps, account, 'address-changed');
  await database.transaction(async (tx) => {
    const wanted = await tx.query(
      'SELECT user_id FROM identity.address_changes WHERE user_id = $1 AND digest = $2 FOR UPDATE',
      [userId, tokenDigest(token)],
    );
    if (wanted.length === 0) throw new CatalogueError('link_expired');
    const changed = await tx.query('UPDATE identity.users SET email = $2 WHERE id = $1 AND email <> $2 RETURNING id', [
      userId,
      email,
    ]);
    if (changed.length === 0) return;
    for (const purpose of ['reset', 'magic', 'proof'] as const) await endTokens(tx, userId, purpose);
    await notify(tx);
  });
  await accounts.handle(userId, decide.proveAddress({ userId, by: 'proof-link', revoked: false }), {
    ...context('prove-address'),
    commandId: derivedId('prove-address', userId),
  });
  await database.transaction(async (tx) => {
    const used = await tx.query(
      'DELETE FROM identity.address_changes WHERE user_id = $1 AND digest = $2 RETURNING user_id',
      [userId, tokenDigest(token)],
    );
    if (used.length === 0) throw new CatalogueError('link_expired');
    await tx.query('UPDATE identity.users SET email_verified_at = now() WHERE id = $1', [userId]);
  });
}
