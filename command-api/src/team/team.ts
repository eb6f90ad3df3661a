import { CatalogueError } from '@clearcut/schemas/errors';
import type { TeamEvent } from '@clearcut/schemas/team/events';
import type { Decider } from '../kernel/decider.ts';

type EventData<Type extends TeamEvent['type']> = Extract<TeamEvent, { type: Type }>['data'];

/** What a member may do. Sections count for limited members alone. */
export type Rights = Pick<EventData<'MemberAdded'>, 'role' | 'permissions' | 'mayDeleteOwnAccount'>;

interface Member extends Rights {
  /** `removed` stays known: who was removed does not come back by an old link. */
  readonly status: 'pending' | 'active' | 'disabled' | 'removed';
  /** What they were added or invited with: by that a repeat is known, whatever they were given since. */
  readonly firstRights: Rights;
}

/** The members by user id; empty before the team was created. */
export interface TeamState {
  readonly members: ReadonlyMap<string, Member>;
  /** Whether members may do nothing before they have a second factor. */
  readonly requiresSecondFactor: boolean;
}

interface Ids {
  readonly teamId: string;
  /** Who the command is about. */
  readonly userId: string;
}

/**
 * `by` is the user who gives the command. That they are an admin is decided here and not only at the edge, whose read model
 * may be a moment old: a demoted admin changes nothing any more.
 */
type ByAdmin = Ids & { readonly by: string };

export type TeamCommand =
  | ({ readonly type: 'CreateTeam' } & Ids)
  | ({ readonly type: 'InviteMember' } & ByAdmin & Rights)
  | ({ readonly type: 'ResendInvitation' } & ByAdmin)
  | ({ readonly type: 'AcceptInvitation' | 'DeclineInvitation' } & Ids)
  | ({ readonly type: 'ChangeRights' } & ByAdmin & Rights)
  | ({ readonly type: 'RemoveMember' | 'DisableMember' | 'EnableMember' } & ByAdmin)
  | ({ readonly type: 'ChangeSecondFactorPolicy'; readonly required: boolean } & ByAdmin)
  /** The member closes their own account. */
  | ({ readonly type: 'LeaveTeam' } & Ids);

function evolve({ members, requiresSecondFactor }: TeamState, event: TeamEvent): TeamState {
  if (event.type === 'SecondFactorPolicyChanged') return { members, requiresSecondFactor: event.data.required };
  const { userId } = event.data;
  return { members: new Map(members).set(userId, memberAfter(event, members.get(userId))), requiresSecondFactor };
}

const founding: Rights = { role: 'admin', permissions: [], mayDeleteOwnAccount: true };
const founder: Member = { ...founding, status: 'active', firstRights: founding };

function memberAfter(
  event: Exclude<TeamEvent, { type: 'SecondFactorPolicyChanged' }>,
  before: Member = founder,
): Member {
  switch (event.type) {
    case 'TeamCreated':
      return founder;
    case 'MemberAdded':
      return { ...rightsOf(event.data), status: 'active', firstRights: rightsOf(event.data) };
    case 'MemberInvited':
      return { ...rightsOf(event.data), status: 'pending', firstRights: rightsOf(event.data) };
    case 'InvitationResent':
      return before;
    case 'InvitationAccepted':
      return { ...before, status: 'active' };
    case 'MemberRightsChanged':
      return { ...before, ...rightsOf(event.data) };
    case 'MemberDisabled':
      return { ...before, status: 'disabled' };
    case 'MemberEnabled':
      return { ...before, status: 'active' };
    case 'MemberRemoved':
      return { ...before, status: 'removed' };
  }
}

/** In the one form in which they stand in events, so that equal rights are equal. */
function rightsOf({ role, permissions, mayDeleteOwnAccount }: Rights): Rights {
  return { role, permissions: role === 'limited' ? [...new Set(permissions)].sort() : [], mayDeleteOwnAccount };
}

const areEqual = (a: Rights, b: Rights): boolean => JSON.stringify(rightsOf(a)) === JSON.stringify(rightsOf(b));

function decide(command: TeamCommand, { members, requiresSecondFactor }: TeamState): readonly TeamEvent[] {
  const { teamId, userId } = command;
  const ids = { teamId, userId };
  const member = members.get(userId);
  if ('by' in command && !isActiveAdmin(members.get(command.by))) throw new CatalogueError('forbidden');
  switch (command.type) {
    case 'CreateTeam':
      if (members.size === 0) return [{ type: 'TeamCreated', data: ids }];
      if (member === undefined) throw new Error(`Team ${teamId} was created for another account`);
      return [];
    case 'InviteMember': {
      if (member !== undefined) {
        // Under one Idempotency-Key the id is the same, whatever else is asked for.
        if (!areEqual(member.firstRights, command)) throw new CatalogueError('idempotency_key_reused');
        return [];
      }
      return [{ type: 'MemberInvited', data: { ...ids, ...rightsOf(command) } }];
    }
    case 'ResendInvitation':
      if (present(member).status !== 'pending') throw new CatalogueError('invitation_not_pending');
      return [{ type: 'InvitationResent', data: ids }];
    case 'AcceptInvitation':
      if (member === undefined || member.status === 'removed') throw new CatalogueError('link_expired');
      return member.status === 'pending' ? [{ type: 'InvitationAccepted', data: ids }] : [];
    case 'DeclineInvitation':
      if (member?.status === 'active' || member?.status === 'disabled') throw new CatalogueError('link_expired');
      return member?.status === 'pending' ? [removed(ids, 'invitation-declined')] : [];
    case 'ChangeRights': {
      const { status, ...rights } = present(member);
      if (areEqual(rights, command)) return [];
      if (command.role !== 'admin' && status === 'active') keepAnAdmin(members, userId);
      return [{ type: 'MemberRightsChanged', data: { ...ids, ...rightsOf(command) } }];
    }
    case 'RemoveMember':
      // Closing one's own account asks for a recent proof, which a stranger at an open browser cannot give. And so the admin who gives
      // the command stays: the team keeps one.
      if (command.by === userId) throw new CatalogueError('own_account_removal');
      if (member?.status === 'removed') return [];
      present(member);
      return [{ type: 'MemberRemoved', data: { ...ids, reason: 'removed-by-admin' } }];
    case 'DisableMember': {
      // And so the admin who gives the command stays: the team keeps one.
      if (command.by === userId) throw new CatalogueError('own_account_disabling');
      const { status } = present(member);
      if (status === 'pending') throw new CatalogueError('user_pending');
      return status === 'active' ? [{ type: 'MemberDisabled', data: ids }] : [];
    }
    case 'EnableMember':
      return present(member).status === 'disabled' ? [{ type: 'MemberEnabled', data: ids }] : [];
    case 'ChangeSecondFactorPolicy':
      return command.required === requiresSecondFactor
        ? []
        : [{ type: 'SecondFactorPolicyChanged', data: { ...ids, required: command.required } }];
    case 'LeaveTeam':
      return leave(members, ids);
  }
}

/** With the last active member the team ends, and its open invitations end with it. */
function leave(members: TeamState['members'], ids: Ids): readonly TeamEvent[] {
  const member = members.get(ids.userId);
  if (member?.status === 'removed') return [];
  const { role, mayDeleteOwnAccount } = present(member);
  if (role !== 'admin' && !mayDeleteOwnAccount) throw new CatalogueError('account_closing_forbidden');
  const others = [...members].filter(([userId, { status }]) => userId !== ids.userId && status !== 'removed');
  const isLast = others.every(([, { status }]) => status === 'pending');
  if (!isLast) keepAnAdmin(members, ids.userId);
  const withdrawn = isLast ? others.map(([userId]) => removed({ ...ids, userId }, 'removed-by-admin')) : [];
  return [...withdrawn, removed(ids, 'account-closed')];
}

const removed = (ids: Ids, reason: EventData<'MemberRemoved'>['reason']): TeamEvent => ({
  type: 'MemberRemoved',
  data: { teamId: ids.teamId, userId: ids.userId, reason },
});

/** @throws CatalogueError user_not_found */
function present(member: Member | undefined): Member {
  if (member === undefined || member.status === 'removed') throw new CatalogueError('user_not_found');
  return member;
}

/** The last member has left, and the open invitations with them. */
export const hasEnded = ({ members }: TeamState): boolean =>
  members.size > 0 && [...members.values()].every(({ status }) => status === 'removed');

/** An invited admin is none before they join, and may never join. */
const isActiveAdmin = (member: Member | undefined): boolean => member?.role === 'admin' && member.status === 'active';

/** @throws CatalogueError forbidden when the user is no active admin of the team, however far the read model lags */
export function requireAdmin({ members }: TeamState, userId: string): void {
  if (!isActiveAdmin(members.get(userId))) throw new CatalogueError('forbidden');
}

/** @throws CatalogueError last_admin when `userId` is the only admin */
function keepAnAdmin(members: TeamState['members'], userId: string): void {
  const admins = [...members].filter(([, member]) => isActiveAdmin(member)).map(([id]) => id);
  if (admins.length === 1 && admins[0] === userId) throw new CatalogueError('last_admin');
}

export const teamDecider: Decider<TeamState, TeamCommand, TeamEvent> = {
  initialState: { members: new Map(), requiresSecondFactor: false },
  evolve,
  decide,
};
