import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Circumstances } from '../../kernel/command-context.ts';
import type { TeamHandler } from '../../team/handler.ts';
import { settleTeam } from '../../team/settle.ts';
import type { AccountHandler } from './handler.ts';
import { type Account, markRegistered } from './accounts.ts';

export interface RegistrationParts {
  readonly database: Database;
  readonly accounts: AccountHandler;
  readonly teams: TeamHandler;
}

/**
 * Brings an account whose row is there into the log, with the team that it founds. Members of another's team were brought into that
 * before. Doing it again is harmless, so whoever comes upon an account that was left half way does it again.
 * @throws CatalogueError service_unavailable when a repair has given the account up meanwhile: sign up again
 */
export async function registerAccount(
  { database, accounts, teams }: RegistrationParts,
  account: Pick<Account, 'id' | 'teamId' | 'registeredBy' | 'emailVerifiedAt'>,
  circumstances: Circumstances,
): Promise<void> {
  const { id: userId, teamId, registeredBy: by, emailVerifiedAt } = account;
  const context = (command: string) => ({ ...circumstances, commandId: derivedId(command, userId) });
  await accounts.handle(userId, { type: 'RegisterAccount', userId, by }, context('register-account'));
  if (foundsTeam(account)) {
    const created = await teams.handle(teamId, { type: 'CreateTeam', teamId, userId }, context('create-team'));
    await settleTeam(database, teamId, created.version);
  }
  if (by === 'third-party') {
    await accounts.handle(userId, { type: 'LinkThirdPartyLogin', userId }, context('link-third-party-login'));
    if (emailVerifiedAt !== null) {
      const proof = { type: 'ProveAddress', userId, by: 'third-party', revoked: false } as const;
      await accounts.handle(userId, proof, context('prove-address'));
    }
  }
  if (!(await markRegistered(database, userId))) throw new CatalogueError('service_unavailable');
}

/** Who signs up by themselves begins a team of their own. */
export const foundsTeam = ({ registeredBy }: Pick<Account, 'registeredBy'>): boolean =>
  registeredBy === 'password' || registeredBy === 'third-party';
