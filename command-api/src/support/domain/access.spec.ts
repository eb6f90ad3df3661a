import type { SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import { expect, test } from 'vitest';
import type { Decision } from '../../kernel/aggregate.ts';
import {
  accessAggregate,
  type AccessState,
  breakGlass,
  grantAccess,
  grantFor,
  holdUntilOf,
  recordView,
  withdrawAccess,
} from './access.ts';

const transactionId = '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d11';
const owner = { kind: 'user', userId: 'u', teamId: 't', sessionId: 's' } as const;
const [ann, bob] = ['ann', 'bob'];
const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const sha256 = 'a'.repeat(64);

interface Step {
  readonly decide: Decision<AccessState, SupportAccessEvent>;
  readonly now: string;
}

const grant = (grantId: string, until: string, holdUntil: string | null = until): Step => ({
  decide: grantAccess({ transactionId, owner, grantId, until, holdUntil, caseId: null }),
  now: at(0),
});
const withdraw = (grantId: string): Step => ({ decide: withdrawAccess({ transactionId, grantId }), now: at(0) });
const openByForce = (grantId: string, staffId: string, now: string, until: string): Step => ({
  decide: breakGlass({
    transactionId,
    owner,
    grantId,
    staffId,
    reason: 'abuse',
    text: 'Two reports say that it breaks the terms',
    until,
  }),
  now,
});
const look = (staffId: string, now: string, file = 'original'): Step => ({
  decide: recordView({
    transactionId,
    owner,
    staffId,
    file,
    sha256: sha256.replace('a', file === 'original' ? 'a' : 'b'),
  }),
  now,
});

function after(...steps: Step[]): { state: AccessState; events: SupportAccessEvent[] } {
  let state = accessAggregate.initialState;
  const events: SupportAccessEvent[] = [];
  for (const { decide, now } of steps) {
    const caused = decide(state, new Date(now));
    events.push(...caused);
    state = caused.reduce(accessAggregate.evolve, state);
  }
  return { state, events };
}

test('staff see nothing without a grant; under one, any of them do until it expires or is revoked', () => {
  expect(() => after(look(ann, at(1)))).toThrow('did not let staff look');
  expect(after(grant('g', at(10)), look(ann, at(1)), look(bob, at(9))).events).toHaveLength(3);
  expect(() => after(grant('g', at(10)), look(ann, at(10)))).toThrow('did not let staff look');
  expect(() => after(grant('g', at(10)), withdraw('g'), look(ann, at(1)))).toThrow('did not let staff look');
});

test('break-glass access is limited in time to the person who asked, and cannot be revoked', () => {
  const opened = openByForce('b', ann, at(1), at(2));
  expect(after(opened, look(ann, at(1))).events).toHaveLength(2);
  expect(() => after(opened, look(bob, at(1)))).toThrow('did not let staff look');
  expect(() => after(opened, look(ann, at(2)))).toThrow('did not let staff look');
  expect(() => after(opened, withdraw('b'))).toThrow(expect.objectContaining({ code: 'grant_not_found' }));
  expect(after(opened, openByForce('c', ann, at(1), at(2))).events).toHaveLength(1);
  expect(after(opened, openByForce('c', ann, at(2), at(3))).events).toHaveLength(2);
});

test("records each staff member's first view of each file, and no later one", () => {
  const { events } = after(
    grant('g', at(10)),
    look(ann, at(1)),
    look(ann, at(2)),
    look(ann, at(2), 'matte'),
    look(bob, at(3)),
  );
  expect(
    events.map((event) => (event.type === 'PictureSeenByStaff' ? [event.data.staffId, event.data.file] : 0)),
  ).toEqual([0, [ann, 'original'], [ann, 'matte'], [bob, 'original']]);
  expect(
    after(grant('g', at(10)), look(ann, at(1)), withdraw('g'), grant('h', at(10)), look(ann, at(1))).events,
  ).toHaveLength(5);
});

test('a grant within another open one changes nothing, and the longest decides how long a picture is kept', () => {
  expect(after(grant('g', at(10)), grant('h', at(10)), grant('i', at(9))).events).toHaveLength(1);
  const { state } = after(grant('g', at(10)), grant('h', at(20)));
  expect(holdUntilOf(state)).toBe(at(20));
  expect(grantFor(state, ann, new Date(at(1)))?.grantId).toBe('h');
  expect(holdUntilOf(after(grant('g', at(10)), grant('h', at(20)), withdraw('h')).state)).toBe(at(10));
  expect(holdUntilOf(after(grant('g', at(10), null)).state)).toBeNull();
  expect(() => after(withdraw('never'))).toThrow(expect.objectContaining({ code: 'grant_not_found' }));
});
