import type { LedgerLine } from '@clearcut/schemas/credits/audit-http';
import { expect, test } from 'vitest';
import { chainOf, faultsOf, lacksSave } from './audit.ts';

const line = (version: number, credits: number, balance: number): LedgerLine => ({
  id: `event-${version}`,
  version,
  at: '2026-01-01T12:00:00.000Z',
  type: credits < 0 ? 'CreditsSpent' : 'CreditsGranted',
  description: credits < 0 ? 'hd_save' : 'pack',
  credits,
  balance,
  actorKind: 'user',
  actorId: 'ann',
  cause: null,
  transactionId: null,
  saveId: null,
  chain: '',
});

test('lines that add up have no fault; a wrong balance and a missing line are named', () => {
  expect(faultsOf([line(1, 5, 5), line(2, -1, 4)])).toEqual([]);
  expect(faultsOf([line(1, 5, 5), line(2, -1, 3)])).toEqual([{ version: 2, kind: 'balance' }]);
  expect(faultsOf([line(1, 5, 5), line(3, 2, 7)])).toEqual([{ version: 3, kind: 'version' }]);
});

test('any change to a line or an earlier one changes the chain', () => {
  const before = chainOf('', line(1, 5, 5));
  const chain = chainOf(before, line(2, -1, 4));
  expect(chain).toMatch(/^[0-9a-f]{64}$/);
  expect(chainOf(chainOf('', line(1, 6, 5)), line(2, -1, 4))).not.toBe(chain);
  expect(chainOf(before, { ...line(2, -1, 4), type: 'CreditsExpired' })).not.toBe(chain);
});

test('reports a spend without a matching save, unless it was refunded or has just happened', async () => {
  const data = { teamId: 't', balance: 1, expiring: 0, credits: 1, transactionId: 'p', saveId: 's', ofExpiring: 0 };
  const spentAt = (occurredAt: string): Parameters<typeof lacksSave>[1] => ({
    id: 'event-1',
    stream: 'creditPool-t',
    version: 1,
    position: '1',
    recordedAt: new Date(occurredAt),
    event: { type: 'CreditsSpent', data: { ...data, pictureState: 'a'.repeat(64) } },
    metadata: { correlationId: 'c', causationId: 'c', actor: { kind: 'user', id: 'u' }, occurredAt },
  });
  const empty = { readStream: () => Promise.resolve([]) };
  const old = spentAt('2026-01-01T12:00:00.000Z');
  expect(await lacksSave(empty, old, new Set())).toBe(true);
  expect(await lacksSave(empty, old, new Set(['s']))).toBe(false);
  expect(await lacksSave(empty, spentAt(new Date().toISOString()), new Set())).toBe(false);
});
