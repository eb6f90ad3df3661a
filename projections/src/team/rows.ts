import type { AccountEvent } from '@clearcut/schemas/identity/events';
import type { TeamEvent } from '@clearcut/schemas/team/events';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import type { MEMBER_STATUSES } from '@clearcut/schemas/team/http';
import type { PermissionSection, Role } from '@clearcut/schemas/team/permissions';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { isNext } from '../read-model.ts';

/** Times come from events, so a rebuild gives the same rows. */
export interface TeamRow {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly requires_second_factor: boolean;
  readonly second_factor_from: Date | null;
}

export interface MemberRow {
  readonly id: string;
  readonly team_id: string;
  readonly role: Role;
  readonly permissions: readonly PermissionSection[];
  readonly may_delete_own_account: boolean;
  readonly status: (typeof MEMBER_STATUSES)[number];
  readonly created_at: Date;
  readonly removed_at: Date | null;
}

export interface AccountRow {
  readonly id: string;
  readonly version: number;
  readonly is_staff: boolean;
  readonly staff_roles: readonly StaffRole[];
  readonly has_second_factor: boolean;
  readonly registered_at: Date | null;
  readonly closed_at: Date | null;
}

export interface TeamAndMember {
  readonly team: TeamRow | undefined;
  readonly member: MemberRow | undefined;
}

/** Returns `before` itself for an event applied already. @throws Error for a gap */
export function evolveTeam(before: TeamAndMember, recorded: RecordedEvent<TeamEvent>): TeamAndMember {
  if (!isNext(recorded, before.team?.version ?? 0)) return before;
  const at = new Date(recorded.metadata.occurredAt);
  const { version, event } = recorded;
  const blank = { id: event.data.teamId, created_at: at, requires_second_factor: false, second_factor_from: null };
  const policy = event.type === 'SecondFactorPolicyChanged' ? policyOf(event.data) : undefined;
  const team = { ...blank, ...before.team, ...policy, version };
  return { team, member: memberAfter(before.member, event, at) };
}

const policyOf = ({ required, from }: Extract<TeamEvent, { type: 'SecondFactorPolicyChanged' }>['data']) => ({
  requires_second_factor: required,
  second_factor_from: from === null ? null : new Date(from),
});

function memberAfter(before: MemberRow | undefined, event: TeamEvent, at: Date): MemberRow {
  const { teamId, userId } = event.data;
  const joined = { id: userId, team_id: teamId, created_at: at, removed_at: null } as const;
  switch (event.type) {
    case 'TeamCreated':
      return { ...joined, role: 'admin', permissions: [], may_delete_own_account: true, status: 'Active' };
    case 'MemberAdded':
      return { ...joined, ...rightsOf(event.data), status: 'Active' };
    case 'MemberInvited':
      return { ...joined, ...rightsOf(event.data), status: 'Pending' };
    case 'InvitationResent':
    case 'SecondFactorPolicyChanged':
      return known(before, event);
    case 'MemberDisabled':
      return { ...known(before, event), status: 'Disabled' };
    case 'InvitationAccepted':
    case 'MemberEnabled':
      return { ...known(before, event), status: 'Active' };
    case 'MemberRightsChanged':
      return { ...known(before, event), ...rightsOf(event.data) };
    case 'MemberRemoved':
      return { ...known(before, event), removed_at: at };
  }
}

type Rights = Extract<TeamEvent, { type: 'MemberAdded' }>['data'];

const rightsOf = ({ role, permissions, mayDeleteOwnAccount }: Rights) => ({
  role,
  permissions,
  may_delete_own_account: mayDeleteOwnAccount,
});

function known(member: MemberRow | undefined, { type, data }: TeamEvent): MemberRow {
  if (member === undefined) throw new Error(`${type} for ${data.userId}, who never was a member`);
  return member;
}

/** Returns `before` itself for an event applied already. @throws Error for a gap */
export function evolveAccount(
  before: AccountRow | undefined,
  recorded: RecordedEvent<AccountEvent>,
): AccountRow | undefined {
  const { event, version } = recorded;
  if (!isNext(recorded, before?.version ?? 0)) return before;
  const at = new Date(recorded.metadata.occurredAt);
  const blank = {
    id: event.data.userId,
    ...NO_STAFF,
    has_second_factor: false,
    registered_at: null,
    closed_at: null,
  };
  return { ...(before ?? blank), ...accountChange(event, at), version };
}

const NO_STAFF = { is_staff: false, staff_roles: [] } as const;

function accountChange(event: AccountEvent, at: Date): Partial<AccountRow> {
  switch (event.type) {
    case 'AccountRegistered':
      return { registered_at: at };
    case 'StaffGranted':
      return { is_staff: true, staff_roles: event.data.roles };
    case 'StaffRevoked':
      return NO_STAFF;
    case 'AccountClosed':
      // Removes rights even for queries that ignore `closed_at`.
      return { closed_at: at, ...NO_STAFF };
    case 'SecondFactorAdded':
    case 'PasskeyAdded':
      return { has_second_factor: true };
    case 'SecondFactorRemoved':
    case 'PasskeyRemoved':
      return { has_second_factor: event.data.left > 0 };
    case 'AddressProved':
      return event.data.revoked ? { has_second_factor: false } : {};
    case 'AddressChanged':
    case 'PasswordChanged':
    case 'ThirdPartyLoginLinked':
    case 'ThirdPartyLoginUnlinked':
    case 'SessionsEnded':
    case 'ConsentGiven':
    case 'ConsentWithdrawn':
      return {};
  }
}
