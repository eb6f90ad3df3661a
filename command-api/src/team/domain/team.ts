import { CatalogueError } from '@clearcut/schemas/errors';
import type { TeamEvent } from '@clearcut/schemas/team/events';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

type EventData<Type extends TeamEvent['type']> = Extract<TeamEvent, { type: Type }>['data'];

/** Sections apply to limited members only. */
export type Rights = Pick<EventData<'MemberAdded'>, 'role' | 'permissions' | 'mayDeleteOwnAccount'>;

interface Member extends Rights {
  /** `removed` is kept, so that an old link cannot bring a member back. */
  readonly status: 'pending' | 'active' | 'disabled' | 'removed';
  /** Initial rights, by which a repeat is recognised after later changes. */
  readonly firstRights: Rights;
}

/** By user id; empty before the team exists. */
export interface TeamState {
  readonly members: ReadonlyMap<string, Member>;
  readonly requiresSecondFactor: boolean;
  /** ISO 8601; null at once. */
  readonly secondFactorFrom: string | null;
}

function evolve({ members, ...policy }: TeamState, event: TeamEvent): TeamState {
  if (event.type === 'SecondFactorPolicyChanged') {
    return { members, requiresSecondFactor: event.data.required, secondFactorFrom: event.data.from };
  }
  const { userId } = event.data;
  return { members: new Map(members).set(userId, memberAfter(event, members.get(userId))), ...policy };
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

function rightsOf({ role, permissions, mayDeleteOwnAccount }: Rights): Rights {
  return { role, permissions: role === 'limited' ? [...new Set(permissions)].sort() : [], mayDeleteOwnAccount };
}

const areEqual = (a: Rights, b: Rights): boolean => JSON.stringify(rightsOf(a)) === JSON.stringify(rightsOf(b));

export const teamAggregate: Aggregate<TeamState, TeamEvent> = {
  initialState: { members: new Map(), requiresSecondFactor: false, secondFactorFrom: null },
  evolve,
};

export type TeamDecision = Decision<TeamState, TeamEvent>;

interface Ids {
  readonly teamId: string;
  readonly userId: string;
}

/** `by` is the commanding user. Their role is checked here too, since the edge's read model may lag. */
type ByAdmin = Ids & { readonly by: string };

const byAdmin =
  (
    { by, ...ids }: ByAdmin,
    decide: (ids: Ids, state: TeamState, member: Member | undefined) => readonly TeamEvent[],
  ): TeamDecision =>
  (state) => {
    requireAdmin(state, by);
    return decide(ids, state, state.members.get(ids.userId));
  };

export const createTeam =
  (ids: Ids): TeamDecision =>
  ({ members }) => {
    if (members.size === 0) return [{ type: 'TeamCreated', data: ids }];
    if (!members.has(ids.userId)) throw new Error(`Team ${ids.teamId} was created for another account`);
    return [];
  };

export const inviteMember = (admin: ByAdmin, rights: Rights): TeamDecision =>
  byAdmin(admin, (ids, _state, member) => {
    if (member === undefined) return [{ type: 'MemberInvited', data: { ...ids, ...rightsOf(rights) } }];
    // The same Idempotency-Key gives the same id, whatever the content.
    if (!areEqual(member.firstRights, rights)) throw new CatalogueError('idempotency_key_reused');
    return [];
  });

export const resendInvitation = (admin: ByAdmin): TeamDecision =>
  byAdmin(admin, (ids, _state, member) => {
    if (present(member).status !== 'pending') throw new CatalogueError('invitation_not_pending');
    return [{ type: 'InvitationResent', data: ids }];
  });

export const acceptInvitation =
  (ids: Ids): TeamDecision =>
  ({ members }) => {
    const member = members.get(ids.userId);
    if (member === undefined || member.status === 'removed') throw new CatalogueError('link_expired');
    return member.status === 'pending' ? [{ type: 'InvitationAccepted', data: ids }] : [];
  };

export const declineInvitation =
  (ids: Ids): TeamDecision =>
  ({ members }) => {
    const status = members.get(ids.userId)?.status;
    if (status === 'active' || status === 'disabled') throw new CatalogueError('link_expired');
    return status === 'pending' ? [removed(ids, 'invitation-declined')] : [];
  };

export const changeRights = (admin: ByAdmin, rights: Rights): TeamDecision =>
  byAdmin(admin, (ids, { members }, member) => {
    const { status, ...before } = present(member);
    if (areEqual(before, rights)) return [];
    if (rights.role !== 'admin' && status === 'active') keepAnAdmin(members, ids.userId);
    return [{ type: 'MemberRightsChanged', data: { ...ids, ...rightsOf(rights) } }];
  });

export const removeMember = (admin: ByAdmin): TeamDecision =>
  byAdmin(admin, (ids, _state, member) => {
    // Closing one's own account requires a recent proof, which someone at an open browser cannot give. Also keeps the
    // team one admin.
    if (admin.by === ids.userId) throw new CatalogueError('own_account_removal');
    if (member?.status === 'removed') return [];
    present(member);
    return [removed(ids, 'removed-by-admin')];
  });

export const disableMember = (admin: ByAdmin): TeamDecision =>
  byAdmin(admin, (ids, _state, member) => {
    // Keeps the team one admin.
    if (admin.by === ids.userId) throw new CatalogueError('own_account_disabling');
    const { status } = present(member);
    if (status === 'pending') throw new CatalogueError('user_pending');
    return status === 'active' ? [{ type: 'MemberDisabled', data: ids }] : [];
  });

export const enableMember = (admin: ByAdmin): TeamDecision =>
  byAdmin(admin, (ids, _state, member) =>
    present(member).status === 'disabled' ? [{ type: 'MemberEnabled', data: ids }] : [],
  );

export const changeSecondFactorPolicy = (
  { teamId, userId }: Ids,
  { required, from }: Pick<EventData<'SecondFactorPolicyChanged'>, 'required' | 'from'>,
): TeamDecision =>
  byAdmin({ teamId, userId, by: userId }, (ids, { requiresSecondFactor, secondFactorFrom }) =>
    required === requiresSecondFactor && from === secondFactorFrom
      ? []
      : [{ type: 'SecondFactorPolicyChanged', data: { ...ids, required, from } }],
  );

export const leaveTeam =
  (ids: Ids): TeamDecision =>
  ({ members }) => {
    const member = members.get(ids.userId);
    if (member?.status === 'removed') return [];
    const { role, mayDeleteOwnAccount } = present(member);
    if (role !== 'admin' && !mayDeleteOwnAccount) throw new CatalogueError('account_closing_forbidden');
    const others = [...members].filter(([userId, { status }]) => userId !== ids.userId && status !== 'removed');
    const isLast = others.every(([, { status }]) => status === 'pending');
    if (!isLast) keepAnAdmin(members, ids.userId);
    const withdrawn = isLast ? others.map(([userId]) => removed({ ...ids, userId }, 'removed-by-admin')) : [];
    return [...withdrawn, removed(ids, 'account-closed')];
  };

const removed = (ids: Ids, reason: EventData<'MemberRemoved'>['reason']): TeamEvent => ({
  type: 'MemberRemoved',
  data: { teamId: ids.teamId, userId: ids.userId, reason },
});

function present(member: Member | undefined): Member {
  if (member === undefined || member.status === 'removed') throw new CatalogueError('user_not_found');
  return member;
}

export const hasEnded = ({ members }: TeamState): boolean =>
  members.size > 0 && [...members.values()].every(({ status }) => status === 'removed');

/** An invited admin may never join. */
const isActiveAdmin = (member: Member | undefined): boolean => member?.role === 'admin' && member.status === 'active';

/** @throws CatalogueError forbidden unless the user is an active admin, however far the read model lags */
export function requireAdmin({ members }: TeamState, userId: string): void {
  if (!isActiveAdmin(members.get(userId))) throw new CatalogueError('forbidden');
}

function keepAnAdmin(members: TeamState['members'], userId: string): void {
  const admins = [...members].filter(([, member]) => isActiveAdmin(member)).map(([id]) => id);
  if (admins.length === 1 && admins[0] === userId) throw new CatalogueError('last_admin');
}
