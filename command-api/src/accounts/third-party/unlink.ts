import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../../http/message.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import type { Account } from '../account/accounts.ts';
import type { AccountHandler } from '../handler.ts';
import * as decide from '../domain/account.ts';
import { listLogins, removeLogins } from './logins.ts';

interface UnlinkDeps {
  readonly database: Database;
  readonly accounts: AccountHandler;
}

/**
 * @throws CatalogueError third_party_login_not_found; last_way_in for an account without a password and another login.
 * A mail link does not count: where mail fails, the account would be lost
 */
export async function unlinkLogin(deps: UnlinkDeps, account: Account, id: string, request: HttpRequest): Promise<void> {
  const { database, accounts } = deps;
  const { id: userId, passwordHash } = account;
  const logins = await listLogins(database, userId);
  if (!logins.some((login) => login.id === id)) throw new CatalogueError('third_party_login_not_found');
  const left = logins.length - 1;
  if (left === 0 && passwordHash === null) throw new CatalogueError('last_way_in');
  await accounts.handle(userId, decide.unlinkThirdPartyLogin({ userId, by: 'owner', left }), {
    ...circumstancesOf(account, request),
    commandId: derivedId('unlink-login', id),
  });
  await removeLogins(database, userId, [id]);
}

/** For a password reset, which may be meant to lock out another person. */
export async function unlinkAllLogins(deps: UnlinkDeps, account: Account, request: HttpRequest): Promise<void> {
  const { database, accounts } = deps;
  const { id: userId } = account;
  const ids = (await listLogins(database, userId)).map(({ id }) => id);
  if (ids.length === 0) return;
  await accounts.handle(userId, decide.unlinkThirdPartyLogin({ userId, by: 'reset-link', left: 0 }), {
    ...circumstancesOf(account, request),
    commandId: derivedId('unlink-logins', userId, request.id),
  });
  await removeLogins(database, userId, ids);
}
