import {
  creditsOf,
  type CreditPoolEvent,
  type ExpiryCause,
  type GrantCause,
  MAX_BALANCE,
} from '@clearcut/schemas/credits/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  adjustCredits,
  clawBackCredits,
  creditPoolAggregate,
  type CreditPoolState,
  emptyPool,
  expireCredits,
  grantCredits,
  type PoolCommand,
  refundSpend,
  returnClawback,
  spendCredits,
} from './credit-pool.ts';

const { evolve, initialState } = creditPoolAggregate;

const teamId = '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161';
const transactionId = '0b6f1a52-6f0c-4a3c-9d53-0d2d3a1c7e10';
const saveId = '9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c01';
const otherSaveId = '9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c02';
const adjustmentId = '9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c03';
const pictureState = 'a'.repeat(64);
const byOperator: GrantCause = { kind: 'operator', key: 'welcome' };
const earlier: GrantCause = { kind: 'operator', key: 'earlier' };
const paid = {
  kind: 'payment' as const,
  paymentId: 'in_1',
  periodStart: '2026-01-01T00:00:00.000Z',
  periodEnd: '2026-02-01T00:00:00.000Z',
};
const ended = { kind: 'subscription-ended' as const, subscriptionId: 'sub_1' };
const rolledOver = { kind: 'rolled-over' as const, paymentId: 'in_2' };

const granted = (
  credits: number,
  cause: GrantCause = byOperator,
  balance = credits,
  expiring = 0,
): CreditPoolEvent => ({
  type: 'CreditsGranted',
  data: { teamId, balance, expiring, credits, cause },
});
const bought = (credits: number): CreditPoolEvent => granted(credits, paid, credits, credits);
const spent = (balance: number, save = saveId, expiring = 0, ofExpiring = 0): CreditPoolEvent => ({
  type: 'CreditsSpent',
  data: { teamId, balance, expiring, credits: 1, transactionId, saveId: save, ofExpiring, pictureState },
});
const refunded = (balance: number, expiring = 0, ofExpiring = 0): CreditPoolEvent => ({
  type: 'CreditsRefunded',
  data: { teamId, balance, expiring, credits: 1, transactionId, saveId, ofExpiring, reason: 'save-failed' },
});
const expired = (credits: number, balance: number, expiring: number, cause: ExpiryCause = ended): CreditPoolEvent => ({
  type: 'CreditsExpired',
  data: { teamId, balance, expiring, credits, cause },
});
const clawedBack = (
  credits: number,
  missing: number,
  balance: number,
  expiring: number,
  ofExpiring = credits,
): CreditPoolEvent => ({
  type: 'CreditsClawedBack',
  data: {
    teamId,
    balance,
    expiring,
    credits,
    missing,
    reason: 'refunded',
    ofExpiring,
    clawbackId: 're_1',
    paymentId: 'in_1',
  },
});
const adjusted = (credits: number, balance: number, expiring = 0): CreditPoolEvent => ({
  type: 'CreditsAdjusted',
  data: { teamId, balance, expiring, adjustmentId, credits, reason: 'A halo' },
});

const grant = (credits: number, cause: Exclude<GrantCause, { kind: 'returned' }> = byOperator) =>
  grantCredits({ teamId, credits, cause });
const spendOf = (other: Partial<Parameters<typeof spendCredits>[0]>) =>
  spendCredits({ teamId, credits: 1, transactionId, saveId, pictureState, ...other });
const spend = (save = saveId) => spendOf({ saveId: save });
const refund = refundSpend({ teamId, saveId, reason: 'save-failed' });
const end = expireCredits({ teamId, cause: ended, keep: 0 });
const rollOver = expireCredits({ teamId, cause: rolledOver, keep: 10 });
const clawBack = (credits: number, isPack = false) =>
  clawBackCredits({ teamId, credits, reason: 'refunded', clawbackId: 're_1', paymentId: 'in_1', isPack });
const returning = returnClawback({ teamId, clawbackId: 're_1' });
const adjust = (credits: number) => adjustCredits({ teamId, adjustmentId, credits, reason: 'A halo' });

const now = new Date(0);
const stateFor = ({ key }: PoolCommand, events: readonly CreditPoolEvent[]): CreditPoolState =>
  events.reduce(evolve, emptyPool(key));
const when = (command: PoolCommand, ...events: CreditPoolEvent[]): readonly CreditPoolEvent[] =>
  command.decide(stateFor(command, events), now);
const refused = (code: string): unknown => expect.objectContaining({ code });

test('a cause grants once, and another cause grants again', () => {
  expect(when(grant(10))).toEqual([granted(10)]);
  expect(when(grant(10), granted(10))).toEqual([]);
  expect(when(grant(10), granted(10), spent(9))).toEqual([]);
  expect(when(grant(200, paid), granted(10))).toEqual([granted(200, paid, 210, 200)]);
});

test('refuses a cause that granted another number of credits', () => {
  expect(() => when(grant(11), granted(10))).toThrow(refused('idempotency_key_reused'));
});

test('charges a save once', () => {
  expect(when(spend(), granted(2))).toEqual([spent(1)]);
  expect(when(spend(), granted(2), spent(1))).toEqual([]);
  expect(when(spend(otherSaveId), granted(2), spent(1))).toEqual([spent(0, otherSaveId)]);
});

test('a charged save stays charged when no credits are left', () => {
  expect(when(spend(), granted(1), spent(0))).toEqual([]);
});

test('spends nothing without credits', () => {
  expect(() => when(spend())).toThrow(refused('no_credits'));
  expect(() => when(spend(otherSaveId), granted(1), spent(0))).toThrow(refused('no_credits'));
});

test('a save of another picture under the same id is an internal error', () => {
  for (const other of [{ pictureState: 'b'.repeat(64) }, { transactionId: otherSaveId }]) {
    expect(() => when(spendOf(other), granted(2), spent(1))).toThrow('another picture');
  }
});

test('refunds a spend once, and does not charge its save again', () => {
  expect(when(refund, granted(1), spent(0))).toEqual([refunded(1)]);
  expect(when(refund, granted(1), spent(0), refunded(1))).toEqual([]);
  expect(() => when(spend(), granted(1), spent(0), refunded(1))).toThrow(refused('save_failed'));
  expect(when(spend(otherSaveId), granted(1), spent(0), refunded(1))).toEqual([spent(0, otherSaveId)]);
});

test('refunds everything that a save cost', () => {
  const events = when(spendOf({ credits: 3 }), granted(5));
  expect(events).toMatchObject([{ data: { credits: 3, balance: 2 } }]);
  expect(when(refund, granted(5), ...events)).toMatchObject([{ data: { credits: 3, balance: 5 } }]);
});

test('does not refund credits that were never spent', () => {
  expect(() => when(refund, granted(1))).toThrow('never charged');
  expect(() => when(refund, granted(2), spent(1, otherSaveId))).toThrow('never charged');
});

test('spends subscription credits first, and refunds them as such', () => {
  const pool = [granted(1), granted(1, paid, 2, 1)];
  expect(when(spend(), ...pool)).toEqual([spent(1, saveId, 0, 1)]);
  expect(when(refund, ...pool, spent(1, saveId, 0, 1))).toEqual([refunded(2, 1, 1)]);
  expect(when(spend(otherSaveId), ...pool, spent(1, saveId, 0, 1))).toEqual([spent(0, otherSaveId, 0, 0)]);
});

test('the end of a subscription removes its remaining credits once, and no others', () => {
  expect(when(end, bought(10))).toEqual([expired(10, 0, 0)]);
  expect(when(end, granted(30))).toEqual([expired(0, 30, 0)]);
  expect(when(end, granted(30), granted(10, paid, 40, 10))).toEqual([expired(10, 30, 0)]);
  expect(when(end, bought(10), expired(10, 0, 0), bought(5))).toEqual([]);
});

test('a new period keeps what rolls over, and removes the rest once', () => {
  expect(when(rollOver, bought(10))).toEqual([expired(0, 10, 10, rolledOver)]);
  expect(when(rollOver, bought(13))).toEqual([expired(3, 10, 10, rolledOver)]);
  expect(when(rollOver, bought(13), expired(3, 10, 10, rolledOver), granted(20, paid, 30, 30))).toEqual([]);
});

test('a refund takes the subscription’s remaining credits, and says what it could not take', () => {
  expect(when(clawBack(4), bought(10))).toEqual([clawedBack(4, 0, 6, 6)]);
  expect(when(clawBack(4), granted(9), granted(3, paid, 12, 3))).toEqual([clawedBack(3, 1, 9, 0)]);
  expect(when(clawBack(4), bought(10), clawedBack(4, 0, 6, 6))).toEqual([]);
});

test('credits of a pack outlive the plan, and its refund takes only lasting credits', () => {
  const ofPack = { kind: 'pack' as const, paymentId: 'in_2' };
  const pack = granted(10, ofPack, 15, 5);
  expect(when(grant(10, ofPack), bought(5))).toEqual([pack]);
  expect(when(end, bought(5), pack)).toMatchObject([{ data: { credits: 5, balance: 10, expiring: 0 } }]);
  expect(when(clawBack(12, true), bought(5), pack)).toEqual([clawedBack(10, 2, 5, 5, 0)]);
  expect(when(returning, bought(5), pack, clawedBack(10, 2, 5, 5, 0))).toEqual([
    granted(10, { kind: 'returned', clawbackId: 're_1' }, 15, 5),
  ]);
});

test('a failed refund returns the credits taken for it, once', () => {
  const returned = granted(3, { kind: 'returned', clawbackId: 're_1' }, 3, 3);
  expect(when(returning, bought(3), clawedBack(3, 1, 0, 0))).toEqual([returned]);
  expect(when(returning, bought(3), clawedBack(3, 1, 0, 0), returned)).toEqual([]);
  expect(when(returning, bought(3))).toEqual([]);
  expect(when(returning, clawedBack(0, 4, 0, 0))).toEqual([]);
  expect(when(clawBack(4), bought(3), clawedBack(3, 1, 0, 0), returned)).toEqual([]);
});

test('an adjustment takes the subscription’s credits last', () => {
  expect(when(adjust(-3), granted(2), granted(2, paid, 4, 2))).toEqual([adjusted(-3, 1, 1)]);
});

test('staff adjust in both directions, once, and never below zero', () => {
  expect(when(adjust(5))).toEqual([adjusted(5, 5)]);
  expect(when(adjust(-3), granted(3))).toEqual([adjusted(-3, 0)]);
  expect(when(adjust(-3), granted(3), adjusted(-3, 0))).toEqual([]);
  expect(() => when(adjust(-4), granted(3))).toThrow(refused('adjustment_too_large'));
  expect(() => when(adjust(4), granted(3), adjusted(-3, 0))).toThrow(refused('idempotency_key_reused'));
});

test('a pool has an upper limit that its tables can hold', () => {
  for (const command of [grant(1), adjust(1)]) {
    expect(when(command, granted(1, earlier, MAX_BALANCE - 1))).toMatchObject([{ data: { balance: MAX_BALANCE } }]);
  }
  expect(() => when(grant(1), granted(1, earlier, MAX_BALANCE))).toThrow(RangeError);
  expect(() => when(adjust(1), granted(1, earlier, MAX_BALANCE))).toThrow(RangeError);
});

test('a state loaded for another command decides nothing', () => {
  expect(() => spend().decide(initialState, now)).toThrow('was given the state for null');
  expect(() => spend(otherSaveId).decide(stateFor(spend(), [granted(5)]), now)).toThrow(
    'was given the state for save:',
  );
});

test('the balance is never negative and always the sum of the lines, for any sequence of commands', () => {
  const commands = fc.oneof(
    fc
      .record({ n: fc.nat(3), credits: fc.integer({ min: 1, max: 5 }) })
      .map(({ n, credits }) => grant(credits, { kind: 'operator', key: String(n) })),
    fc.constantFrom(
      grant(12, paid),
      grant(7, { kind: 'pack', paymentId: 'in_2' }),
      spend(),
      spend(otherSaveId),
      refund,
      end,
      rollOver,
      clawBack(4),
      clawBack(4, true),
      returning,
    ),
    fc.integer({ min: -5, max: 5 }).filter(Boolean).map(adjust),
  );
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 30 }), (sequence) => {
      const log: CreditPoolEvent[] = [];
      for (const command of sequence) {
        let events: readonly CreditPoolEvent[] = [];
        try {
          events = when(command, ...log);
        } catch {
          continue;
        }
        log.push(...events);
        expect(when(command, ...log)).toEqual([]);
      }
      let balance = 0;
      for (const event of log) {
        balance += creditsOf(event);
        expect(event.data.balance).toBe(balance);
        expect(balance).toBeGreaterThanOrEqual(0);
        expect(event.data.expiring).toBeLessThanOrEqual(balance);
        expect(event.data.expiring).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
