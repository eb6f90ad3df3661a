import type { Database } from '@clearcut/platform/database/database';
import { findMember, type Member } from '@clearcut/projections/team/queries';
import type { TeamHandler } from './handler.ts';

interface Ids {
  readonly userId: string;
  readonly teamId: string;
}

export interface Membership {
  /** Also right after joining; undefined for a removed member. */
  find(ids: Ids): Promise<Member | undefined>;
  /** From the log, however far the read model lags; never staff. */
  inLog(ids: Ids): Promise<Member | undefined>;
}

export function createMembership({
  database,
  teams,
}: {
  readonly database: Database;
  readonly teams: TeamHandler;
}): Membership {
  async function inLog({ userId, teamId }: Ids): Promise<Member | undefined> {
    const { state } = await teams.load(teamId);
    const member = state.members.get(userId);
    if (member?.status !== 'active') return undefined;
    // Accounts become staff only once in the read model.
    const { requiresSecondFactor } = state;
    const noStaff = { isStaff: false, staffRoles: [], hasSecondFactor: false } as const;
    return { userId, teamId, ...member, status: 'Active', ...noStaff, requiresSecondFactor };
  }

  return {
    async find(ids) {
      const member = await findMember(database, ids.userId);
      // A lagging read model must not refuse a user who just signed up.
      return member?.status === 'Active' ? member : inLog(ids);
    },
    inLog,
  };
}
