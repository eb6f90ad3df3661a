import type { LedgerLine } from '@clearcut/schemas/support/ledger-http';
import { expect, test } from 'vitest';
import { chainOf, faultsOf } from './audit.ts';

const line = (version: number, credits: number, balance: number): LedgerLine => ({
  id: `event-${version}`,
  version,
  at: '2026-01-01T12:00:00.000Z',
  type: credits < 0 ? 'CreditsSpent' : 'CreditsGranted',
  credits,
  balance,
  actorKind: 'user',
  transactionId: null,
  saveId: null,
  chain: '',
});

test('lines that add up have no fault; a wrong balance and a missing line are named', () => {
  expect(faultsOf([line(1, 5, 5), line(2, -1, 4)])).toEqual([]);
  expect(faultsOf([line(1, 5, 5), line(2, -1, 3)])).toEqual([{ version: 2, kind: 'balance' }]);
  expect(faultsOf([line(1, 5, 5), line(3, 2, 7)])).toEqual([{ version: 3, kind: 'version' }]);
});

test('any change of a line, and of one before it, changes the chain', () => {
  const before = chainOf('', line(1, 5, 5));
  const chain = chainOf(before, line(2, -1, 4));
  expect(chain).toMatch(/^[0-9a-f]{64}$/);
  expect(chainOf(chainOf('', line(1, 6, 5)), line(2, -1, 4))).not.toBe(chain);
  expect(chainOf(before, { ...line(2, -1, 4), type: 'CreditsExpired' })).not.toBe(chain);
});
