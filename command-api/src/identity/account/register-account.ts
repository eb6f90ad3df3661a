import type { Database, Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Circumstances } from '../../kernel/command-context.ts';
import type { AccountHandler } from './handler.ts';
import { type Account, markRegistered } from './accounts.ts';

/** Begins the team of an account that signed up by itself. Doing it again is harmless. */
export type FoundTeam = (account: Pick<Account, 'id' | 'teamId'>, circumstances: Circumstances) => Promise<void>;

/** What is known of how a visitor came here is that of this account from here on, with the transaction that makes it. */
export type ClaimLanding = (tx: Tx, visitorId: string, userId: string) => Promise<void>;

export interface RegistrationDeps {
  readonly database: Database;
  readonly accounts: AccountHandler;
  readonly foundTeam: FoundTeam;
}

/**
 * Brings an account whose row is there into the log, with the team that it founds. Members of another's team were brought into that
 * before. Doing it again is harmless, so a login and the upkeep do it for an account that was left half way.
 * @throws CatalogueError service_unavailable when a repair has given the account up meanwhile: sign up again
 */
export async function registerAccount(
  { database, accounts, foundTeam }: RegistrationDeps,
  account: Pick<Account, 'id' | 'teamId' | 'registeredBy' | 'emailVerifiedAt'>,
  circumstances: Circumstances,
): Promise<void> {
  const { id: userId, registeredBy: by, emailVerifiedAt } = account;
  const context = (command: string) => ({ ...circumstances, commandId: derivedId(command, userId) });
  await accounts.handle(userId, { type: 'RegisterAccount', userId, by }, context('register-account'));
  if (foundsTeam(account)) await foundTeam(account, circumstances);
  if (by === 'third-party') {
    await accounts.handle(userId, { type: 'LinkThirdPartyLogin', userId }, context('link-third-party-login'));
    if (emailVerifiedAt !== null) {
      const proof = { type: 'ProveAddress', userId, by: 'third-party', revoked: false } as const;
      await accounts.handle(userId, proof, context('prove-address'));
    }
  }
  if (!(await markRegistered(database, userId))) throw new CatalogueError('service_unavailable');
}

/** An account that signed up by itself begins a team of its own. */
export const foundsTeam = ({ registeredBy }: Pick<Account, 'registeredBy'>): boolean =>
  registeredBy === 'password' || registeredBy === 'third-party';

/** What it takes to finish a registration that was left half done. */
export interface FinishRegistrationDeps extends RegistrationDeps {
  /** Asked whether the team knows the account's owner. */
  readonly membership: {
    find(ids: { readonly userId: string; readonly teamId: string }): Promise<object | undefined>;
  };
}

/**
 * Finishes a registration that a crash left half done.
 * @throws CatalogueError user_disabled for an invited person whom the team does not know: an admin's call takes the row first, and
 * registered before the team knows of it, the account could never be logged in to. The upkeep gives it up instead.
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
