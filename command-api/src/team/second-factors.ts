import type { ListedMember } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { FactorPolicyBody } from '@clearcut/schemas/team/http';
import {
  endSessions,
  findAccount,
  findSecondFactor,
  prepareNotice,
  type RateLimits,
  recordFactorsRemoved,
  removeAllFactors,
} from '../accounts/index.ts';
import { DAY_MS } from '../kernel/time.ts';
import * as decide from './domain/team.ts';
import { type AdminRequest, circumstancesOf, contextOf, type MemberDeps, openMember, settled } from './members.ts';
import { settleTeam } from './settle.ts';

type Deps = MemberDeps & { readonly rateLimits: RateLimits };

/** @throws CatalogueError second_factor_missing for an admin without one, who would be locked out first; forbidden */
export async function changeSecondFactorPolicy(
  deps: Deps,
  { required, days }: FactorPolicyBody,
  request: AdminRequest,
): Promise<void> {
  const { database, teams } = deps;
  const { teamId, userId } = request.admin;
  if (required && (await findSecondFactor(database, userId)) === undefined) {
    throw new CatalogueError('second_factor_missing');
  }
  const from = required && days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
  const { version } = await teams.handle(
    teamId,
    decide.changeSecondFactorPolicy({ teamId, userId }, { required, from }),
    contextOf('second-factor-policy', teamId, request),
  );
  await settleTeam(database, teamId, version);
}

/**
 * Removes a member's lost second factors, passkeys included. Logged, and mailed to the member.
 * @throws CatalogueError user_not_found, second_factor_missing, forbidden
 */
export async function removeFactorOfMember(deps: Deps, userId: string, request: AdminRequest): Promise<ListedMember> {
  const { database, teams, accounts } = deps;
  const { teamId, userId: adminId } = request.admin;
  const { state, version } = await teams.load(teamId);
  decide.requireAdmin(state, adminId);
  await openMember(deps, teamId, userId);
  const account = await findAccount(database, userId);
  if (account === undefined) throw new CatalogueError('user_not_found');
  if ((await findSecondFactor(database, userId)) === undefined) throw new CatalogueError('second_factor_missing');
  await accounts.handle(userId, recordFactorsRemoved(userId, 'admin'), {
    ...circumstancesOf(request),
    commandId: contextOf('remove-second-factor', userId, request).commandId,
  });
  const notify = await prepareNotice(deps, account, 'second-factor-reset');
  await database.transaction(async (tx) => {
    if (await removeAllFactors(tx, userId)) await notify(tx);
    await endSessions(tx, userId);
  });
  return settled(database, { teamId, userId, version });
}
