import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Database } from '@clearcut/platform/database/database';
import { findMember, type Member } from '@clearcut/projections/team/queries';
import type { createAccountHandler, Membership } from '../accounts/index.ts';
import { acceptInvitation, declineInvitation, leaveTeam } from './domain/team.ts';
import type { TeamHandler } from './handler.ts';

const NO_STAFF = { isStaff: false, staffRoles: [], hasSecondFactor: false } as const;

export function createMembership({
  database,
  teams,
  accounts,
}: {
  readonly database: Database;
  readonly teams: TeamHandler;
  readonly accounts: ReturnType<typeof createAccountHandler>;
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
    return { userId, teamId, ...member, status: 'Active', ...NO_STAFF, requiresSecondFactor, secondFactorDue };
  };

  async function staffInLog(userId: string): Promise<Pick<Member, keyof typeof NO_STAFF>> {
    const { state } = await accounts.load(userId);
    if (state.status !== 'registered' || state.staffRoles === undefined) return NO_STAFF;
    const { staffRoles, hasApp, passkeys } = state;
    return { isStaff: true, staffRoles, hasSecondFactor: hasApp || passkeys.length > 0 };
  }

  return {
    async find(ids) {
      const [listed, now] = await Promise.all([findMember(database, ids.userId), inLog(ids)]);
      if (listed?.status !== 'Active' || now === undefined) return now;
      // The read model may lag behind a lost right.
      if (listed.isStaff) return { ...now, ...(await staffInLog(ids.userId)) };
      return { ...now, hasSecondFactor: listed.hasSecondFactor };
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
