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
  { type: 'GrantStaff', userId, roles: ['support'] },
  { type: 'RevokeStaff', userId },
];

const when = (command: AccountCommand, ...events: AccountEvent[]): readonly AccountEvent[] =>
  decide(command, events.reduce(evolve, initialState));

test('an account is registered once', () => {
  expect(when(register)).toEqual([registered]);
  expect(when(register, registered)).toEqual([]);
});

test('an account that was closed does not open again', () => {
  expect(when(register, registered, closed)).toEqual([]);
  for (const command of others) expect(() => when(command, registered, closed)).toThrow(/no such user/);
});

test('an account is closed once, also one that a crash kept from being registered', () => {
  expect(when(close, registered)).toEqual([closed]);
  expect(when(close)).toEqual([closed]);
  expect(when(close, registered, closed)).toEqual([]);
});

test('nothing happens to an account that is not there', () => {
  for (const command of others) expect(() => when(command)).toThrow(/no such user/);
});

test('each new password is a fact, a login is linked once', () => {
  expect(when(change, registered, changed)).toEqual([changed]);
  expect(when({ type: 'LinkThirdPartyLogin', userId }, registered)).toEqual([linked]);
  expect(when({ type: 'LinkThirdPartyLogin', userId }, registered, linked)).toEqual([]);
});

test('staff is granted and revoked, each once', () => {
  const grant: AccountCommand = { type: 'GrantStaff', userId, roles: ['support'] };
  const revoke: AccountCommand = { type: 'RevokeStaff', userId };
  expect(when(grant, registered)).toEqual([granted]);
  expect(when(grant, registered, granted, linked)).toEqual([]);
  expect(when(revoke, registered, granted)).toEqual([revoked]);
  expect(when(revoke, registered, granted, revoked)).toEqual([]);
});

test('a second factor is added and removed, each once; the first proof of the address ends one that was there before', () => {
  const add: AccountCommand = { type: 'AddSecondFactor', userId, by: 'owner' };
  const remove: AccountCommand = { type: 'RemoveSecondFactor', userId, by: 'operator' };
  const added: AccountEvent = { type: 'SecondFactorAdded', data: { userId, kind: 'totp', by: 'owner' } };
  const removed: AccountEvent = { type: 'SecondFactorRemoved', data: { userId, kind: 'totp', by: 'operator' } };
  const proved: AccountEvent = { type: 'AddressProved', data: { userId, by: 'magic-link', revoked: true } };
  expect(when(add, registered)).toEqual([added]);
  expect(when(add, registered, added)).toEqual([]);
  expect(when(remove, registered, added)).toEqual([removed]);
  expect(when(remove, registered, added, removed)).toEqual([]);
  expect(when(add, registered, added, proved)).toEqual([added]);
});
