import type { AccountEvent } from '@clearcut/schemas/identity/events';
import { expect, test } from 'vitest';
import { accountDecider, type AccountCommand } from './account.ts';

const { decide, evolve, initialState } = accountDecider;

const userId = '00000000-0000-4000-8000-00000000000a';
const registered: AccountEvent = { type: 'AccountRegistered', data: { userId, by: 'password' } };
const linked: AccountEvent = { type: 'ThirdPartyLoginLinked', data: { userId } };
const granted: AccountEvent = { type: 'StaffGranted', data: { userId, roles: ['support'] } };
const revoked: AccountEvent = { type: 'StaffRevoked', data: { userId } };
const closed: AccountEvent = { type: 'AccountClosed', data: { userId, by: 'owner' } };
const changed: AccountEvent = { type: 'PasswordChanged', data: { userId, by: 'reset-link' } };

const register: AccountCommand = { type: 'RegisterAccount', userId, by: 'password' };
const close: AccountCommand = { type: 'CloseAccount', userId, by: 'owner' };
const change: AccountCommand = { type: 'ChangePassword', userId, by: 'reset-link' };
const others: AccountCommand[] = [
  change,
  { type: 'LinkThirdPartyLogin', userId },
  { type: 'EndSessions', userId, by: 'operator' },
  { type: 'AddSecondFactor', userId, by: 'owner' },
  { type: 'RemoveSecondFactor', userId, by: 'owner' },
  { type: 'AddPasskey', userId, passkeyId: userId },
  { type: 'RemovePasskey', userId, passkeyId: userId },
  { type: 'GrantStaff', userId, roles: ['support'] },
  { type: 'RevokeStaff', userId },
];

const when = (command: AccountCommand, ...events: AccountEvent[]): readonly AccountEvent[] =>
  decide(command, events.reduce(evolve, initialState));

test('registers an account once', () => {
  expect(when(register)).toEqual([registered]);
  expect(when(register, registered)).toEqual([]);
});

test('a closed account does not reopen', () => {
  expect(when(register, registered, closed)).toEqual([]);
  for (const command of others) expect(() => when(command, registered, closed)).toThrow(/no such user/);
});

test('closes an account once, even if a crash kept it from being registered', () => {
  expect(when(close, registered)).toEqual([closed]);
  expect(when(close)).toEqual([closed]);
  expect(when(close, registered, closed)).toEqual([]);
});

test('does nothing to an account that does not exist', () => {
  for (const command of others) expect(() => when(command)).toThrow(/no such user/);
});

test('records each new password, and links a login once', () => {
  expect(when(change, registered, changed)).toEqual([changed]);
  expect(when({ type: 'LinkThirdPartyLogin', userId }, registered)).toEqual([linked]);
  expect(when({ type: 'LinkThirdPartyLogin', userId }, registered, linked)).toEqual([]);
});

test('grants and revokes staff rights once each', () => {
  const grant: AccountCommand = { type: 'GrantStaff', userId, roles: ['support'] };
  const revoke: AccountCommand = { type: 'RevokeStaff', userId };
  expect(when(grant, registered)).toEqual([granted]);
  expect(when(grant, registered, granted, linked)).toEqual([]);
  expect(when(revoke, registered, granted)).toEqual([revoked]);
  expect(when(revoke, registered, granted, revoked)).toEqual([]);
});

test('records a changed consent, and a withdrawal when less is accepted than before', () => {
  const record = (choice: 'all' | 'necessary', textVersion = 1): AccountCommand => ({
    type: 'RecordConsent',
    userId,
    consent: { choice, textVersion },
  });
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
  const add: AccountCommand = { type: 'AddSecondFactor', userId, by: 'owner' };
  const remove: AccountCommand = { type: 'RemoveSecondFactor', userId, by: 'operator' };
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
  const remove = { type: 'RemovePasskey', userId, passkeyId: first } as const;
  expect(when(remove, ...before)).toEqual([removed(first, 'owner', 2)]);
  expect(when(remove, ...before, removed(first, 'owner', 2))).toEqual([]);
  expect(when({ type: 'RemoveSecondFactor', userId, by: 'owner' }, ...before)).toMatchObject([{ data: { left: 2 } }]);
  expect(when({ type: 'RemoveAllFactors', userId, by: 'admin' }, ...before)).toEqual([
    { type: 'SecondFactorRemoved', data: { userId, kind: 'totp', by: 'admin', left: 2 } },
    removed(first, 'admin', 1),
    removed(second, 'admin', 0),
  ]);
});

test('an account has at most 20 passkeys, and the first proof of the address ends earlier ones', () => {
  const { added } = passkeys(20);
  const another: AccountCommand = { type: 'AddPasskey', userId, passkeyId: userId };
  const proved: AccountEvent = { type: 'AddressProved', data: { userId, by: 'magic-link', revoked: true } };
  expect(() => when(another, registered, ...added)).toThrow(/maximum number of passkeys/);
  expect(when(another, registered, ...added, proved)).toHaveLength(1);
});
