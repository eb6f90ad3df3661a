import type { TeamEvent } from '@clearcut/schemas/team/events';
import { PERMISSION_SECTIONS, ROLES } from '@clearcut/schemas/team/permissions';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acceptInvitation,
  changeRights,
  changeSecondFactorPolicy,
  createTeam,
  declineInvitation,
  disableMember,
  enableMember,
  inviteMember,
  leaveTeam,
  removeMember,
  resendInvitation,
  type Rights,
  teamAggregate,
  type TeamDecision,
  type TeamState,
} from './team.ts';

const { evolve, initialState } = teamAggregate;

const teamId = '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161';
const ann = '00000000-0000-4000-8000-00000000000a';
const bob = '00000000-0000-4000-8000-00000000000b';
const cyd = '00000000-0000-4000-8000-00000000000c';
const admin: Rights = { role: 'admin', permissions: [], mayDeleteOwnAccount: true };
const limited: Rights = { role: 'limited', permissions: ['editor', 'myImages'], mayDeleteOwnAccount: false };
const collaborator: Rights = { role: 'collaborator', permissions: [], mayDeleteOwnAccount: false };

const created: TeamEvent = { type: 'TeamCreated', data: { teamId, userId: ann } };
const added = (userId: string, rights: Rights): TeamEvent => ({
  type: 'MemberAdded',
  data: { teamId, userId, ...rights },
});
const invited = (userId: string, rights: Rights): TeamEvent => ({
  type: 'MemberInvited',
  data: { teamId, userId, ...rights },
});
const accepted = (userId: string): TeamEvent => ({ type: 'InvitationAccepted', data: { teamId, userId } });
const resent = (userId: string): TeamEvent => ({ type: 'InvitationResent', data: { teamId, userId } });
const changed = (userId: string, rights: Rights): TeamEvent => ({
  type: 'MemberRightsChanged',
  data: { teamId, userId, ...rights },
});
const removed = (
  userId: string,
  reason: 'removed-by-admin' | 'account-closed' | 'invitation-declined' = 'removed-by-admin',
): TeamEvent => ({
  type: 'MemberRemoved',
  data: { teamId, userId, reason },
});

const now = new Date(0);
const create = createTeam({ teamId, userId: ann });
const invite = (userId: string, rights: Rights, by = ann) => inviteMember({ teamId, userId, by }, rights);
const resend = (userId: string, by = ann) => resendInvitation({ teamId, userId, by });
const accept = (userId: string) => acceptInvitation({ teamId, userId });
const decline = (userId: string) => declineInvitation({ teamId, userId });
const change = (userId: string, rights: Rights, by = ann) => changeRights({ teamId, userId, by }, rights);
const remove = (userId: string, by = ann) => removeMember({ teamId, userId, by });
const leave = (userId: string) => leaveTeam({ teamId, userId });

const given = (...events: TeamEvent[]): TeamState => events.reduce(evolve, initialState);
const when = (decide: TeamDecision, ...events: TeamEvent[]): readonly TeamEvent[] => decide(given(...events), now);
const refused = (code: string): unknown => expect.objectContaining({ code });

test('a team begins with its first admin, once', () => {
  expect(when(create)).toEqual([created]);
  expect(when(create, created)).toEqual([]);
  expect(() => when(createTeam({ teamId, userId: bob }), created)).toThrow('another account');
});

test('an invited person is not invited with other rights, and a repeat is recognised whatever rights they have since', () => {
  for (const before of [added, invited]) {
    const history = [created, before(bob, limited), changed(bob, collaborator)];
    expect(when(invite(bob, limited), ...history)).toEqual([]);
    for (const other of [collaborator, { ...limited, mayDeleteOwnAccount: true }]) {
      expect(() => when(invite(bob, other), ...history)).toThrow(refused('idempotency_key_reused'));
    }
  }
});

test('an admin invites, and a repeat invites no person twice', () => {
  expect(when(invite(bob, collaborator), created)).toEqual([invited(bob, collaborator)]);
  expect(when(invite(bob, collaborator), created, invited(bob, collaborator), accepted(bob))).toEqual([]);
});

test('a removed member is not added again under the same id', () => {
  const history = [created, added(bob, limited), removed(bob)];
  expect(when(invite(bob, limited), ...history)).toEqual([]);
});

test('events list sections sorted, each once, and only for limited members', () => {
  const untidy: Rights = { ...limited, permissions: ['myImages', 'editor', 'myImages'] };
  expect(when(invite(bob, untidy), created)).toEqual([invited(bob, limited)]);
  expect(when(invite(bob, { ...untidy, role: 'collaborator' }), created)).toEqual([invited(bob, collaborator)]);
  expect(when(change(bob, untidy), created, added(bob, limited))).toEqual([]);
});

test('only an active admin of the team changes it', () => {
  const others: TeamEvent[][] = [
    [created],
    [created, added(bob, collaborator)],
    [created, added(bob, limited)],
    [created, invited(bob, admin)],
    [created, added(bob, admin), changed(bob, limited)],
    [created, added(bob, admin), removed(bob)],
  ];
  for (const history of others) {
    const decisions = [invite(cyd, limited, bob), resend(ann, bob), change(bob, admin, bob), remove(ann, bob)];
    for (const decide of decisions) expect(() => when(decide, ...history)).toThrow(refused('forbidden'));
  }
  expect(() => when(invite(bob, admin))).toThrow(refused('forbidden'));
});

test('an invitation is accepted once', () => {
  expect(when(accept(bob), created, invited(bob, limited))).toEqual([accepted(bob)]);
  expect(when(accept(bob), created, invited(bob, limited), accepted(bob))).toEqual([]);
});

test('a withdrawn or non-existent invitation is not accepted', () => {
  expect(() => when(accept(bob), created, invited(bob, limited), removed(bob))).toThrow(refused('link_expired'));
  expect(() => when(accept(bob), created)).toThrow(refused('link_expired'));
});

test('a pending invitation is declined once, and a declined one is not accepted', () => {
  const declined = removed(bob, 'invitation-declined');
  expect(when(decline(bob), created, invited(bob, limited))).toEqual([declined]);
  expect(when(decline(bob), created, invited(bob, limited), declined)).toEqual([]);
  expect(() => when(decline(bob), created, invited(bob, limited), accepted(bob))).toThrow(refused('link_expired'));
  expect(() => when(accept(bob), created, invited(bob, limited), declined)).toThrow(refused('link_expired'));
});

test('only an open invitation is sent again', () => {
  expect(when(resend(bob), created, invited(bob, limited))).toEqual([resent(bob)]);
  expect(when(resend(bob), created, invited(bob, limited), resent(bob))).toEqual([resent(bob)]);
  expect(() => when(resend(bob), created, added(bob, limited))).toThrow(refused('invitation_not_pending'));
  expect(() => when(resend(bob), created)).toThrow(refused('user_not_found'));
  expect(() => when(resend(bob), created, invited(bob, limited), removed(bob))).toThrow(refused('user_not_found'));
});

test('rights change, also those of an invited member, and equal ones are no change', () => {
  expect(when(change(bob, collaborator), created, added(bob, limited))).toEqual([changed(bob, collaborator)]);
  expect(when(change(bob, collaborator), created, invited(bob, limited))).toEqual([changed(bob, collaborator)]);
  expect(when(change(bob, limited), created, added(bob, limited))).toEqual([]);
  expect(() => when(change(cyd, limited), created)).toThrow(refused('user_not_found'));
  expect(() => when(change(bob, admin), created, added(bob, limited), removed(bob))).toThrow(refused('user_not_found'));
});

test('the last admin is not demoted; an invited admin does not count', () => {
  expect(() => when(change(ann, collaborator), created)).toThrow(refused('last_admin'));
  expect(() => when(change(ann, limited), created, added(bob, limited), invited(cyd, admin))).toThrow(
    refused('last_admin'),
  );
  expect(when(change(ann, limited), created, added(bob, admin))).toEqual([changed(ann, limited)]);
  expect(when(change(bob, limited), created, invited(bob, admin))).toEqual([changed(bob, limited)]);
});

test('a member is removed once, and an admin cannot remove themselves', () => {
  expect(when(remove(bob), created, added(bob, limited))).toEqual([removed(bob)]);
  expect(when(remove(bob), created, invited(bob, admin))).toEqual([removed(bob)]);
  expect(when(remove(bob), created, added(bob, limited), removed(bob))).toEqual([]);
  expect(() => when(remove(bob), created)).toThrow(refused('user_not_found'));
  expect(() => when(remove(ann), created)).toThrow(refused('own_account_removal'));
  expect(() => when(remove(ann), created, added(bob, admin))).toThrow(refused('own_account_removal'));
  expect(when(remove(ann, bob), created, added(bob, admin))).toEqual([removed(ann)]);
});

test('a member leaves when the team lets them, an admin only if another one stays', () => {
  for (const bound of [limited, collaborator]) {
    expect(() => when(leave(bob), created, added(bob, bound))).toThrow(refused('account_closing_forbidden'));
  }
  const free = { ...limited, mayDeleteOwnAccount: true };
  expect(when(leave(bob), created, added(bob, free))).toEqual([removed(bob, 'account-closed')]);
  expect(when(leave(bob), created, added(bob, free), removed(bob, 'account-closed'))).toEqual([]);
  expect(() => when(leave(ann), created, added(bob, limited))).toThrow(refused('last_admin'));
  expect(when(leave(ann), created, added(bob, admin))).toEqual([removed(ann, 'account-closed')]);
});

test('removing its only member ends a team and its open invitations', () => {
  expect(when(leave(ann), created)).toEqual([removed(ann, 'account-closed')]);
  expect(when(leave(ann), created, invited(bob, admin))).toEqual([removed(bob), removed(ann, 'account-closed')]);
});

const rights = fc.record({
  role: fc.constantFrom(...ROLES),
  permissions: fc.subarray([...PERMISSION_SECTIONS]),
  mayDeleteOwnAccount: fc.boolean(),
});
const people = fc.constantFrom(ann, bob, cyd);
const anyOfRights = fc
  .tuple(fc.constantFrom(invite, change), people, rights, people)
  .map(([command, userId, given, by]) => ({ decide: command(userId, given, by), appendsAgain: false }));
const anyOther = fc
  .tuple(fc.constantFrom(remove, resend, accept, leave), people, people)
  .map(([command, userId, by]) => ({ decide: command(userId, by), appendsAgain: command === resend }));

function effect(decide: TeamDecision, state: TeamState): readonly TeamEvent[] {
  try {
    return decide(state, now);
  } catch (error) {
    expect(error).toMatchObject({ name: 'CatalogueError' });
    return [];
  }
}

test('a team with members always has an admin, and repeats change nothing, in any order of commands', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyOfRights, anyOther), { maxLength: 40 }), (decisions) => {
      let state = given(created);
      for (const { decide, appendsAgain } of decisions) {
        state = effect(decide, state).reduce(evolve, state);
        if (!appendsAgain) expect(effect(decide, state)).toEqual([]);
        const members = [...state.members.values()].filter(({ status }) => status !== 'removed');
        const admins = members.filter(({ role, status }) => role === 'admin' && status === 'active');
        if (members.length > 0) expect(admins.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1_000 },
  );
});

const disable = (userId: string, by = ann) => disableMember({ teamId, userId, by });
const enable = (userId: string, by = ann) => enableMember({ teamId, userId, by });
const disabled = (userId: string): TeamEvent => ({ type: 'MemberDisabled', data: { teamId, userId } });

test('a disabled member issues no commands, accepts no invitations, and can be re-enabled', () => {
  const both = given(created, added(bob, admin));
  expect(disable(bob)(both, now)).toEqual([disabled(bob)]);
  const after = evolve(both, disabled(bob));
  expect(disable(bob)(after, now)).toEqual([]);
  expect(() => remove(ann, bob)(after, now)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(accept(bob)(after, now)).toEqual([]);
  expect(() => resend(bob)(after, now)).toThrow(expect.objectContaining({ code: 'invitation_not_pending' }));
  expect(() => decline(bob)(after, now)).toThrow(expect.objectContaining({ code: 'link_expired' }));
  const enabled: TeamEvent = { type: 'MemberEnabled', data: { teamId, userId: bob } };
  expect(enable(bob)(after, now)).toEqual([enabled]);
  expect(remove(ann, bob)(evolve(after, enabled), now)).toHaveLength(1);
});

test('a disabled admin counts as no admin, and an admin disables neither themselves nor someone who has not joined', () => {
  const state = given(created, added(bob, admin), disabled(bob), invited(cyd, limited));
  expect(() => leave(ann)(state, now)).toThrow(expect.objectContaining({ code: 'last_admin' }));
  expect(() => disable(ann)(state, now)).toThrow(expect.objectContaining({ code: 'own_account_disabling' }));
  expect(() => disable(cyd)(state, now)).toThrow(expect.objectContaining({ code: 'user_pending' }));
});

test('admins change the rule for second factors, once', () => {
  const rule = (required: boolean, userId = ann, from: string | null = null) =>
    changeSecondFactorPolicy({ teamId, userId }, { required, from });
  const state = given(created, added(bob, limited));
  const [event] = rule(true)(state, now);
  expect(event).toEqual({
    type: 'SecondFactorPolicyChanged',
    data: { teamId, userId: ann, required: true, from: null },
  });
  expect(rule(true)(given(created, event as TeamEvent), now)).toEqual([]);
  const from = '2026-12-06T09:00:00.000Z';
  expect(rule(true, ann, from)(given(created, event as TeamEvent), now)).toMatchObject([{ data: { from } }]);
  expect(rule(false)(state, now)).toEqual([]);
  expect(() => rule(true, bob)(state, now)).toThrow(expect.objectContaining({ code: 'forbidden' }));
});
