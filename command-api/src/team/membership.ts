import type { Database } from '@clearcut/platform/database/database';
import { findMember, type Member } from '@clearcut/projections/team/queries';
import type { TeamHandler } from './handler.ts';

export interface Membership {
  /** The active member, also right after they joined; undefined for a member who was removed. */
  find(ids: { readonly userId: string; readonly teamId: string }): Promise<Member | undefined>;
}

export function createMembership({
  database,
  teams,
}: {
  readonly database: Database;
  readonly teams: TeamHandler;
}): Membership {
  /** The read model may lag, and must not refuse a user who has just signed up. */
  async function fromLog(userId: string, teamId: string): Promise<Member | undefined> {
    const { state } = await teams.load(teamId);
    const member = state.members.get(userId);
    if (member?.status !== 'active') return undefined;
    // An account becomes staff only after the read model knows it.
    return { userId, teamId, ...member, status: 'Active', isStaff: false };
  }

  return {
    async find({ userId, teamId }) {
      const member = await findMember(database, userId);
      return member?.status === 'Active' ? member : fromLog(userId, teamId);
    },
  };
}
