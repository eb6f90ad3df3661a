import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Database } from '@clearcut/platform/database/database';
import { findMember } from '@clearcut/projections/team/queries';
import type { Membership } from '../accounts/index.ts';
import { acceptInvitation, declineInvitation, leaveTeam } from './domain/team.ts';
import type { TeamHandler } from './handler.ts';

export function createMembership({
  database,
  teams,
}: {
  readonly database: Database;
  readonly teams: TeamHandler;
}): Membership {
  const inLog: Membership['inLog'] = async ({ userId, teamId }) => {
    const { state } = await teams.load(teamId);
    const member = state.members.get(userId);
    if (member?.status !== 'active') return undefined;
    // Accounts become staff only once in the read model.
    const from = state.secondFactorFrom === null ? null : new Date(state.secondFactorFrom);
    const isLater = state.requiresSecondFactor && from !== null && from > new Date();
    const requiresSecondFactor = state.requiresSecondFactor && !isLater;
    const secondFactorDue = isLater ? from : null;
    const noStaff = { isStaff: false, staffRoles: [], hasSecondFactor: false } as const;
    return { userId, teamId, ...member, status: 'Active', ...noStaff, requiresSecondFactor, secondFactorDue };
  };

  return {
    async find(ids) {
      const [listed, now] = await Promise.all([findMember(database, ids.userId), inLog(ids)]);
      if (listed?.status !== 'Active' || now === undefined) return now;
      // The read model may lag behind a demotion.
      const { role, permissions, mayDeleteOwnAccount } = now;
      return { ...listed, role, permissions, mayDeleteOwnAccount };
    },
    inLog,
    has: async ({ userId, teamId }) => (await teams.load(teamId)).state.members.has(userId),
    async acceptInvitation({ userId, teamId }, circumstances) {
      const commandId = derivedId('accept-invitation', userId);
      await teams.handle(teamId, acceptInvitation({ teamId, userId }), { ...circumstances, commandId });
    },
    async declineInvitation({ userId, teamId }, circumstances) {
      const commandId = derivedId('decline-invitation', userId);
      await teams.handle(teamId, declineInvitation({ teamId, userId }), { ...circumstances, commandId });
    },
    async leave({ userId, teamId }, circumstances) {
      const commandId = derivedId('leave-team', userId);
      await teams.handle(teamId, leaveTeam({ teamId, userId }), { ...circumstances, commandId });
    },
  };
}
