import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Circumstances } from '../../kernel/command-context.ts';
import * as decide from '../domain/account.ts';
import type { FoundTeam, Membership } from '../ports.ts';
import type { AccountHandler } from '../handler.ts';
import { type Account, markRegistered } from './accounts.ts';

export interface RegistrationDeps {
  readonly database: Database;
  readonly accounts: AccountHandler;
  readonly foundTeam: FoundTeam;
}

/**
 * Logs an existing account with the team it founds. Idempotent: logins and the upkeep finish accounts left half way.
 * @throws CatalogueError service_unavailable when a repair has removed the account meanwhile
 */
export async function registerAccount(
  { database, accounts, foundTeam }: RegistrationDeps,
  account: Pick<Account, 'id' | 'teamId' | 'registeredBy' | 'emailVerifiedAt'>,
  circumstances: Circumstances,
): Promise<void> {
  const { id: userId, registeredBy: by, emailVerifiedAt } = account;
  const context = (command: string) => ({ ...circumstances, commandId: derivedId(command, userId) });
  await accounts.handle(userId, decide.recordRegistration({ userId, by }), context('register-account'));
  if (foundsTeam(account)) await foundTeam(account, circumstances);
  if (by === 'third-party') {
    await accounts.handle(userId, decide.linkThirdPartyLogin(userId), context('link-third-party-login'));
    if (emailVerifiedAt !== null) {
      const proof = decide.proveAddress({ userId, by: 'third-party', revoked: false });
      await accounts.handle(userId, proof, context('prove-address'));
    }
  }
  if (!(await markRegistered(database, userId))) throw new CatalogueError('service_unavailable');
}

export const foundsTeam = ({ registeredBy }: Pick<Account, 'registeredBy'>): boolean =>
  registeredBy === 'password' || registeredBy === 'third-party';

export interface FinishRegistrationDeps extends RegistrationDeps {
  readonly membership: Pick<Membership, 'find'>;
}

/**
 * Finishes a registration cut short by a crash.
 * @throws CatalogueError user_disabled for an invited person whom the team does not know: the row precedes the
 * membership, and an account registered without one could never log in. The upkeep removes it instead.
 */
export async function ensureRegistered(
  deps: FinishRegistrationDeps,
  account: Account,
  circumstances: Circumstances,
): Promise<void> {
  if (account.registered) return;
  const { id: userId, teamId } = account;
  if (!foundsTeam(account) && (await deps.membership.find({ userId, teamId })) === undefined) {
    throw new CatalogueError('user_disabled');
  }
  await registerAccount(deps, account, circumstances);
}
