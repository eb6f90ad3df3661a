import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { AccountEvent } from '@clearcut/schemas/identity/events';
import type { TeamEvent } from '@clearcut/schemas/team/events';
import type { RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import { expect, test } from 'vitest';
import { metadataOf, minuteOf, uuidOf } from '../testing/events.ts';
import { type AccountRow, evolveAccount, evolveTeam, type TeamAndMember } from './rows.ts';

const teamId = uuidOf('team');
const userId = uuidOf('user');
const ids = { teamId, userId };
const limited = { role: 'limited', permissions: ['editor'], mayDeleteOwnAccount: false } as const;

function recordedAs<E extends ClearcutEvent>(stream: StreamName, events: readonly E[]): RecordedEvent<E>[] {
  return events.map((event, index) => ({
    id: uuidOf(stream, index + 1),
    event,
    metadata: metadataOf(index + 1),
    stream,
    version: index + 1,
    position: String(index + 1),
    recordedAt: minuteOf(index + 1),
  }));
}

const none: TeamAndMember = { team: undefined, member: undefined };
const ofTeam = (...events: TeamEvent[]) => recordedAs(`team-${teamId}`, events);
const foldTeam = (...events: TeamEvent[]): TeamAndMember => ofTeam(...events).reduce(evolveTeam, none);

const invited: TeamEvent = { type: 'MemberInvited', data: { ...ids, ...limited, permissions: ['editor'] } };
const pending = {
  id: userId,
  team_id: teamId,
  role: 'limited',
  permissions: ['editor'],
  may_delete_own_account: false,
  status: 'Pending',
  created_at: minuteOf(1),
  removed_at: null,
};

test('a team begins with its admin', () => {
  expect(foldTeam({ type: 'TeamCreated', data: ids })).toEqual({
    team: { id: teamId, version: 1, created_at: minuteOf(1), requires_second_factor: false, second_factor_from: null },
    member: { ...pending, role: 'admin', permissions: [], may_delete_own_account: true, status: 'Active' },
  });
});

test('an invited member is Pending until they accept, and their rights may change until then', () => {
  expect(foldTeam(invited).member).toEqual(pending);
  const changed: TeamEvent = {
    type: 'MemberRightsChanged',
    data: { ...ids, role: 'collaborator', permissions: [], mayDeleteOwnAccount: true },
  };
  expect(
    foldTeam(invited, { type: 'InvitationResent', data: ids }, changed, { type: 'InvitationAccepted', data: ids }),
  ).toEqual({
    team: { id: teamId, version: 4, created_at: minuteOf(1), requires_second_factor: false, second_factor_from: null },
    member: { ...pending, role: 'collaborator', permissions: [], may_delete_own_account: true, status: 'Active' },
  });
});

test('a disabled member can be re-enabled', () => {
  const disabled: TeamEvent = { type: 'MemberDisabled', data: ids };
  expect(foldTeam(invited, { type: 'InvitationAccepted', data: ids }, disabled).member?.status).toBe('Disabled');
  const enabled: TeamEvent = { type: 'MemberEnabled', data: ids };
  expect(foldTeam(invited, { type: 'InvitationAccepted', data: ids }, disabled, enabled).member?.status).toBe('Active');
});

test('the second-factor rule belongs to the team and changes no member', () => {
  const policy = (required: boolean): TeamEvent => ({
    type: 'SecondFactorPolicyChanged',
    data: { ...ids, required, from: null },
  });
  const after = foldTeam({ type: 'TeamCreated', data: ids }, policy(true));
  expect(after.team?.requires_second_factor).toBe(true);
  expect(after.member).toEqual(foldTeam({ type: 'TeamCreated', data: ids }).member);
  expect(foldTeam({ type: 'TeamCreated', data: ids }, policy(true), policy(false)).team?.requires_second_factor).toBe(
    false,
  );
});

test('a removed member is still known', () => {
  const removed: TeamEvent = { type: 'MemberRemoved', data: { ...ids, reason: 'removed-by-admin' } };
  expect(foldTeam(invited, removed).member).toEqual({ ...pending, removed_at: minuteOf(2) });
});

test('events applied twice change nothing', () => {
  const events = ofTeam(invited, { type: 'InvitationAccepted', data: ids });
  const once = events.reduce(evolveTeam, none);
  expect(events.reduce(evolveTeam, once)).toBe(once);
});

test('stops the fold at a missing event instead of skipping it', () => {
  const [, second] = ofTeam(invited, { type: 'InvitationAccepted', data: ids });
  expect(() => evolveTeam(none, second as RecordedEvent<TeamEvent>)).toThrow(/from version 0 to 2/);
  expect(() => foldTeam({ type: 'InvitationAccepted', data: ids })).toThrow(/never was a member/);
});

const ofAccount = (...events: AccountEvent['type'][]): AccountRow | undefined =>
  recordedAs(
    `account-${userId}`,
    events.map((type) => ({ type, data: { userId, by: 'owner', roles: ['support'] } }) as AccountEvent),
  ).reduce<AccountRow | undefined>(evolveAccount, undefined);

test('staff rights are granted and revoked, and end with the account', () => {
  const registered = {
    id: userId,
    version: 1,
    is_staff: false,
    staff_roles: [],
    has_second_factor: false,
    registered_at: minuteOf(1),
    closed_at: null,
  };
  expect(ofAccount('AccountRegistered')).toEqual(registered);
  expect(ofAccount('AccountRegistered', 'StaffGranted')).toEqual({
    ...registered,
    version: 2,
    is_staff: true,
    staff_roles: ['support'],
  });
  expect(ofAccount('AccountRegistered', 'StaffGranted', 'StaffRevoked')).toMatchObject({
    is_staff: false,
    staff_roles: [],
  });
  expect(ofAccount('AccountRegistered', 'StaffGranted', 'PasswordChanged', 'AccountClosed')).toEqual({
    ...registered,
    version: 4,
    closed_at: minuteOf(4),
  });
});

const proved = (revoked: boolean): AccountRow | undefined =>
  recordedAs(`account-${userId}`, [
    { type: 'AccountRegistered', data: { userId, by: 'password' } },
    { type: 'SecondFactorAdded', data: { userId, kind: 'totp', by: 'owner' } },
    { type: 'AddressProved', data: { userId, by: 'proof-link', revoked } },
  ]).reduce<AccountRow | undefined>(evolveAccount, undefined);

test('a second factor lasts until it is removed or the first proof of the address ends it', () => {
  expect(ofAccount('AccountRegistered', 'SecondFactorAdded')?.has_second_factor).toBe(true);
  expect(ofAccount('AccountRegistered', 'SecondFactorAdded', 'SecondFactorRemoved')?.has_second_factor).toBe(false);
  expect([proved(false), proved(true)].map((row) => row?.has_second_factor)).toEqual([true, false]);
});

test('an account that was never registered can be closed', () => {
  expect(ofAccount('AccountClosed')).toMatchObject({ registered_at: null, closed_at: minuteOf(1) });
});
