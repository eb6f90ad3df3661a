import { expect, test } from 'vitest';
import type { StaffAction } from '../support/kinds.ts';
import { securityFactOf } from './facts.ts';

const [userId, teamId] = ['a1f6c0de-0000-4000-8000-000000000001', '7e4a0de0-0000-4000-8000-000000000001'];
const rights = { role: 'admin' as const, permissions: [], mayDeleteOwnAccount: true };

test('a change of role says whose it is and what the role is', () => {
  expect(securityFactOf({ type: 'MemberRightsChanged', data: { teamId, userId, ...rights } })).toEqual({
    kind: 'rights_changed',
    teamId,
    about: userId,
    userId,
    detail: 'admin',
  });
});

test('credits count when a user changed them, not when a payment or a save did', () => {
  const line = { teamId, balance: 10, expiring: 0, credits: 10 };
  const period = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2026-02-01T00:00:00.000Z' };
  const granted = (
    cause: { kind: 'operator'; key: string } | ({ kind: 'payment'; paymentId: string } & typeof period),
  ) => securityFactOf({ type: 'CreditsGranted', data: { ...line, cause } });
  expect(granted({ kind: 'operator', key: 'welcome' })).toEqual({
    kind: 'credits_changed',
    teamId,
    about: null,
    userId: null,
    detail: '10',
  });
  expect(granted({ kind: 'payment', paymentId: 'in_1', ...period })).toBeUndefined();
});

test('a team sees what staff open of it, and nothing else', () => {
  const [actionId, staffId, target] = [userId, userId, 'b2f6c0de-0000-4000-8000-000000000002'];
  const acted = (action: StaffAction, ofTeam: string | null) =>
    securityFactOf({
      type: 'StaffActed',
      data: { actionId, staffId, action, target, ownerTeamId: ofTeam, reason: 'Asked' },
    });
  expect(acted('open-picture', teamId)).toEqual({
    kind: 'picture_opened',
    teamId,
    about: null,
    userId: null,
    detail: 'Asked',
    pictureId: target,
  });
  expect(acted('open-picture', null)).toBeUndefined();
  expect(acted('open-ledger', teamId)).not.toHaveProperty('pictureId');
  expect(acted('redrive', teamId)).toBeUndefined();
});

test('regression: a picture opened by staff whose target is not an id is shown without it', () => {
  const data = { actionId: userId, staffId: userId, action: 'open-picture' as const, target: 'a\ufffdb', reason: null };
  const fact = securityFactOf({ type: 'StaffActed', data: { ...data, ownerTeamId: teamId } });
  expect(fact?.kind).toBe('picture_opened');
  expect(fact).not.toHaveProperty('pictureId');
});

test('regression: names a plan whose first payment comes after its start', () => {
  const data = { teamId, subscriptionId: 'sub_1', from: 'incomplete', to: 'active', price: 'starter' } as const;
  expect(securityFactOf({ type: 'SubscriptionStatusChanged', data })).toMatchObject({
    kind: 'plan_bought',
    detail: 'starter',
  });
});
