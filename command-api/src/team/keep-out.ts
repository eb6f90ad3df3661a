import type { Database } from '@clearcut/platform/database/database';
import type { ListedMember } from '@clearcut/projections/team/queries';
import { endSessions, endTokens } from '../accounts/index.ts';
import * as decide from './domain/team.ts';
import { type AdminRequest, byAdmin, contextOf, type MemberDeps, settled } from './members.ts';

/**
 * Ends sessions and login links. API keys and logins check the membership each time.
 * @throws CatalogueError user_not_found, own_account_disabling, user_pending, forbidden
 */
export async function disableMember(deps: MemberDeps, userId: string, request: AdminRequest): Promise<ListedMember> {
  const { database, teams } = deps;
  const { teamId } = request.admin;
  const context = contextOf('disable-member', userId, request);
  const { version } = await teams.handle(teamId, decide.disableMember(byAdmin(userId, request)), context);
  await endAccess(database, userId);
  return settled(database, { teamId, userId, version });
}

/**
 * Ends what a login beside the disabling began: it would open the account again.
 * @throws CatalogueError user_not_found, forbidden
 */
export async function enableMember(deps: MemberDeps, userId: string, request: AdminRequest): Promise<ListedMember> {
  const { database, teams } = deps;
  const { teamId } = request.admin;
  const context = contextOf('enable-member', userId, request);
  if ((await teams.load(teamId)).state.members.get(userId)?.status === 'disabled') await endAccess(database, userId);
  const { version } = await teams.handle(teamId, decide.enableMember(byAdmin(userId, request)), context);
  return settled(database, { teamId, userId, version });
}

async function endAccess(database: Database, userId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await endSessions(tx, userId);
    await endTokens(tx, userId, 'reset');
    await endTokens(tx, userId, 'magic');
  });
}
