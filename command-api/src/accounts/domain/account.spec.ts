import type { AccountEvent } from '@clearcut/schemas/identity/events';
import { expect, test } from 'vitest';
import {
  accountAggregate,
  type AccountDecision,
  addPasskey,
  addSecondFactor,
  changePassword,
  closeAccount,
  grantStaff,
  linkThirdPartyLogin,
  recordConsent,
  recordFactorsRemoved,
  recordRegistration,
  recordSessionsEnded,
  removePasskey,
  removeSecondFactor,
  revokeStaff,
} from './account.ts';

const { evolve, initialState } = accountAggregate;

const userId = '00000000-0000-4000-8000-00000000000a';
const registered: AccountEvent = { type: 'AccountRegistered', data: { userId, by: 'password' } };
const linked: AccountEvent = { type: 'ThirdPartyLoginLinked', data: { userId } };
const granted: AccountEvent = { type: 'StaffGranted', data: { userId, roles: ['support'] } };
const revoked: AccountEvent = { type: 'StaffRevoked', data: { userId } };
const closed: AccountEvent = { type: 'AccountClosed', data: { userId, by: 'owner' } };
const changed: AccountEvent = { type: 'PasswordChanged', data: { userId, by: 'reset-link' } };

const register = recordRegistration({ userId, by: 'password' });
const close = closeAccount({ userId, by: 'owner' });
const change = changePassword({ userId, by: 'reset-link' });
const link = linkThirdPartyLogin(userId);
const grant = grantStaff(userId, ['support']);
const revoke = revokeStaff(userId);
const others: AccountDecision[] = [
  change,
  link,
  recordSessionsEnded({ userId, by: 'operator' }),
  addSecondFactor(userId, 'owner'),
  removeSecondFactor(userId, 'owner'),
  addPasskey(userId, userId),
  removePasskey(userId, userId),
  grant,
  revoke,
];

const when = (decide: AccountDecision, ...events: AccountEvent[]): readonly AccountEvent[] =>
  decide(events.reduce(evolve, initialState), new Date(0));

test('registers an account once', () => {
  expect(when(register)).toEqual([registered]);
  expect(when(register, registered)).toEqual([]);
});

test('a closed account does not reopen', () => {
  expect(when(register, registered, closed)).toEqual([]);
  for (const decide of others) expect(() => when(decide, registered, closed)).toThrow(/no such user/);
});

test('closes an account once, even if a crash kept it from being registered', () => {
  expect(when(close, registered)).toEqual([closed]);
  expect(when(close)).toEqual([closed]);
  expect(when(close, registered, closed)).toEqual([]);
});

test('does nothing to an account that does not exist', () => {
  for (const decide of others) expect(() => when(decide)).toThrow(/no such user/);
});

test('records each new password, and links a login once', () => {
  expect(when(change, registered, changed)).toEqual([changed]);
  expect(when(link, registered)).toEqual([linked]);
  expect(when(link, registered, linked)).toEqual([]);
});

test('grants and revokes staff rights once each', () => {
  expect(when(grant, registered)).toEqual([granted]);
  expect(when(grant, registered, granted, linked)).toEqual([]);
  expect(when(revoke, registered, granted)).toEqual([revoked]);
  expect(when(revoke, registered, granted, revoked)).toEqual([]);
});

test('records a changed consent, and a withdrawal when less is accepted than before', () => {
  const record = (choice: 'all' | 'necessary', textVersion = 1) => recordConsent(userId, { choice, textVersion });
  const given = (choice: 'all' | 'necessary', textVersion = 1): AccountEvent => ({
    type: 'ConsentGiven',
    data: { userId, choice, textVersion },
  });
  const withdrawn: AccountEvent = { type: 'ConsentWithdrawn', data: { userId, choice: 'necessary', textVersion: 1 } };
  expect(when(record('all'), registered)).toEqual([given('all')]);
  expect(when(record('all'), registered, given('all'))).toEqual([]);
  expect(when(record('all', 2), registered, given('all'))).toEqual([given('all', 2)]);
  expect(when(record('necessary'), registered)).toEqual([given('necessary')]);
  expect(when(record('necessary'), registered, given('all'))).toEqual([withdrawn]);
  expect(when(record('necessary'), registered, given('all'), withdrawn)).toEqual([]);
  expect(when(record('all'), registered, given('all'), withdrawn)).toEqual([given('all')]);
  expect(() => when(record('all'), registered, closed)).toThrow();
});

test('adds and removes a second factor once each; the first proof of the address ends an earlier one', () => {
  const add = addSecondFactor(userId, 'owner');
  const remove = removeSecondFactor(userId, 'operator');
  const added: AccountEvent = { type: 'SecondFactorAdded', data: { userId, kind: 'totp', by: 'owner' } };
  const removed: AccountEvent = {
    type: 'SecondFactorRemoved',
    data: { userId, kind: 'totp', by: 'operator', left: 0 },
  };
  const proved: AccountEvent = { type: 'AddressProved', data: { userId, by: 'magic-link', revoked: true } };
  expect(when(add, registered)).toEqual([added]);
  expect(when(add, registered, added)).toEqual([]);
  expect(when(remove, registered, added)).toEqual([removed]);
  expect(when(remove, registered, added, removed)).toEqual([]);
  expect(when(add, registered, added, proved)).toEqual([added]);
});

function passkeys(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `9a55c0de-0000-4000-8000-${String(index).padStart(12, '0')}`);
  const added = ids.map((passkeyId): AccountEvent => ({
    type: 'PasskeyAdded',
    data: { userId, passkeyId, by: 'owner' },
  }));
  return { ids, added };
}

test('removing a factor records how many are left', () => {
  const { ids, added } = passkeys(2);
  const app: AccountEvent = { type: 'SecondFactorAdded', data: { userId, kind: 'totp', by: 'owner' } };
  const before = [registered, app, ...added];
  const [first = '', second = ''] = ids;
  const removed = (passkeyId: string, by: 'owner' | 'admin', left: number): AccountEvent => ({
    type: 'PasskeyRemoved',
    data: { userId, passkeyId, by, left },
  });
  const remove = removePasskey(userId, first);
  expect(when(remove, ...before)).toEqual([removed(first, 'owner', 2)]);
  expect(when(remove, ...before, removed(first, 'owner', 2))).toEqual([]);
  expect(when(removeSecondFactor(userId, 'owner'), ...before)).toMatchObject([{ data: { left: 2 } }]);
  expect(when(recordFactorsRemoved(userId, 'admin'), ...before)).toEqual([
    { type: 'SecondFactorRemoved', data: { userId, kind: 'totp', by: 'admin', left: 2 } },
    removed(first, 'admin', 1),
    removed(second, 'admin', 0),
  ]);
});

test('an account has at most 20 passkeys, and the first proof of the address ends earlier ones', () => {
  const { added } = passkeys(20);
  const another = addPasskey(userId, userId);
  const proved: AccountEvent = { type: 'AddressProved', data: { userId, by: 'magic-link', revoked: true } };
  expect(() => when(another, registered, ...added)).toThrow(/maximum number of passkeys/);
  expect(when(another, registered, ...added, proved)).toHaveLength(1);
});
