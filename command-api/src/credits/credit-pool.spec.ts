import { creditsOf, type CreditPoolEvent, type GrantCause, MAX_BALANCE } from '@clearcut/schemas/credits/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CreditPoolCommand, creditPoolDecider, type CreditPoolState, emptyPool, keyOf } from './credit-pool.ts';

const { decide, evolve, initialState } = creditPoolDecider;

const teamId = '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161';
const transactionId = '0b6f1a52-6f0c-4a3c-9d53-0d2d3a1c7e10';
const saveId = '9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c01';
const otherSaveId = '9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c02';
const adjustmentId = '9a3d3c1e-1a43-4c43-8a3e-0f2a9d7a1c03';
const pictureState = 'a'.repeat(64);
const byOperator: GrantCause = { kind: 'operator', key: 'welcome' };
const paid: GrantCause = {
  kind: 'payment',
  paymentId: 'in_1',
  periodStart: '2026-01-01T00:00:00.000Z',
  periodEnd: '2026-02-01T00:00:00.000Z',
};

const granted = (credits: number, cause: GrantCause = byOperator, balance = credits): CreditPoolEvent => ({
  type: 'CreditsGranted',
  data: { teamId, balance, credits, cause },
});
const spent = (balance: number, save = saveId): CreditPoolEvent => ({
  type: 'CreditsSpent',
  data: { teamId, balance, credits: 1, transactionId, saveId: save, pictureState },
});
const refunded = (balance: number): CreditPoolEvent => ({
  type: 'CreditsRefunded',
  data: { teamId, balance, credits: 1, transactionId, saveId, reason: 'save-failed' },
});
const expired = (credits: number, balance: number): CreditPoolEvent => ({
  type: 'CreditsExpired',
  data: { teamId, balance, credits, cause: { kind: 'period-ended', paymentId: 'in_1' } },
});
const adjusted = (credits: number, balance: number): CreditPoolEvent => ({
  type: 'CreditsAdjusted',
  data: { teamId, balance, adjustmentId, credits, reason: 'A halo' },
});

const grant = (credits: number, cause: GrantCause = byOperator): CreditPoolCommand => ({
  type: 'GrantCredits',
  teamId,
  credits,
  cause,
});
const spend = (save = saveId): CreditPoolCommand => ({
  type: 'SpendCredits',
  teamId,
  credits: 1,
  transactionId,
  saveId: save,
  pictureState,
});
const refund: CreditPoolCommand = { type: 'RefundSpend', teamId, saveId, reason: 'save-failed' };
const expire: CreditPoolCommand = { type: 'ExpireCredits', teamId, paymentId: 'in_1', credits: 10 };
const adjust = (credits: number): CreditPoolCommand => ({
  type: 'AdjustCredits',
  teamId,
  adjustmentId,
  credits,
  reason: 'A halo',
});

const stateFor = (command: CreditPoolCommand, events: readonly CreditPoolEvent[]): CreditPoolState =>
  events.reduce(evolve, emptyPool(keyOf(command)));
const when = (command: CreditPoolCommand, ...events: CreditPoolEvent[]): readonly CreditPoolEvent[] =>
  decide(command, stateFor(command, events));
const refused = (code: string): unknown => expect.objectContaining({ code });

test('a cause grants once, and another cause grants again', () => {
  expect(when(grant(10))).toEqual([granted(10)]);
  expect(when(grant(10), granted(10))).toEqual([]);
  expect(when(grant(10), granted(10), spent(9))).toEqual([]);
  expect(when(grant(200, paid), granted(10))).toEqual([granted(200, paid, 210)]);
});

test('a cause that granted another number of credits is refused', () => {
  expect(() => when(grant(11), granted(10))).toThrow(refused('idempotency_key_reused'));
});

test('a save is charged once', () => {
  expect(when(spend(), granted(2))).toEqual([spent(1)]);
  expect(when(spend(), granted(2), spent(1))).toEqual([]);
  expect(when(spend(otherSaveId), granted(2), spent(1))).toEqual([spent(0, otherSaveId)]);
});

test('a save that was charged stays so when nothing is left', () => {
  expect(when(spend(), granted(1), spent(0))).toEqual([]);
});

test('without credits nothing is spent', () => {
  expect(() => when(spend())).toThrow(refused('no_credits'));
  expect(() => when(spend(otherSaveId), granted(1), spent(0))).toThrow(refused('no_credits'));
});

test('a save of another picture under the same id is a mistake of ours', () => {
  const others: object[] = [{ pictureState: 'b'.repeat(64) }, { transactionId: otherSaveId }];
  for (const other of others) {
    const command = { ...spend(), ...other } as CreditPoolCommand;
    expect(() => when(command, granted(2), spent(1))).toThrow('another picture');
  }
});

test('a spend comes back once, and its save is not charged again', () => {
  expect(when(refund, granted(1), spent(0))).toEqual([refunded(1)]);
  expect(when(refund, granted(1), spent(0), refunded(1))).toEqual([]);
  expect(() => when(spend(), granted(1), spent(0), refunded(1))).toThrow(refused('save_failed'));
  expect(when(spend(otherSaveId), granted(1), spent(0), refunded(1))).toEqual([spent(0, otherSaveId)]);
});

test('all that a save cost comes back', () => {
  const events = when({ ...spend(), credits: 3 } as CreditPoolCommand, granted(5));
  expect(events).toMatchObject([{ data: { credits: 3, balance: 2 } }]);
  expect(when(refund, granted(5), ...events)).toMatchObject([{ data: { credits: 3, balance: 5 } }]);
});

test('what was never spent is not refunded', () => {
  expect(() => when(refund, granted(1))).toThrow('never charged');
  expect(() => when(refund, granted(2), spent(1, otherSaveId))).toThrow('never charged');
});

test('a period that ended takes what is left of its credits, once', () => {
  expect(when(expire, granted(10))).toEqual([expired(10, 0)]);
  expect(when(expire, granted(10), spent(9))).toEqual([expired(9, 0)]);
  expect(when(expire, granted(30))).toEqual([expired(10, 20)]);
  expect(when(expire, granted(10), expired(10, 0), granted(5, paid))).toEqual([]);
});

test('a period that ended with nothing left takes nothing of a later grant', () => {
  expect(when(expire, granted(1), spent(0))).toEqual([expired(0, 0)]);
  expect(when(expire, granted(1), spent(0), expired(0, 0), granted(5, paid))).toEqual([]);
});

test('staff adjust in both directions, once, and never below zero', () => {
  expect(when(adjust(5))).toEqual([adjusted(5, 5)]);
  expect(when(adjust(-3), granted(3))).toEqual([adjusted(-3, 0)]);
  expect(when(adjust(-3), granted(3), adjusted(-3, 0))).toEqual([]);
  expect(() => when(adjust(-4), granted(3))).toThrow(refused('adjustment_too_large'));
  expect(() => when(adjust(4), granted(3), adjusted(-3, 0))).toThrow(refused('idempotency_key_reused'));
});

test('a pool has an upper end, which the tables behind it can hold', () => {
  for (const command of [grant(1), adjust(1)]) {
    expect(when(command, granted(1, paid, MAX_BALANCE - 1))).toMatchObject([{ data: { balance: MAX_BALANCE } }]);
  }
  expect(() => when(grant(1), granted(1, paid, MAX_BALANCE))).toThrow(RangeError);
  expect(() => when(adjust(1), granted(1, paid, MAX_BALANCE))).toThrow(RangeError);
});

test('a state that was loaded for another command decides nothing', () => {
  expect(() => decide(spend(), initialState)).toThrow('was given the state for null');
  expect(() => decide(spend(otherSaveId), stateFor(spend(), [granted(5)]))).toThrow('was given the state for save:');
});

test('whatever is asked in whatever order, the balance is never below zero and always the sum of the lines', () => {
  const commands = fc.oneof(
    fc
      .record({ n: fc.nat(3), credits: fc.integer({ min: 1, max: 5 }) })
      .map(({ n, credits }) => grant(credits, { kind: 'operator', key: String(n) })),
    fc.constantFrom(spend(), spend(otherSaveId), refund, expire),
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
      }
    }),
  );
});
