import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { expect, test } from 'vitest';
import { metadataOf, minuteOf, uuidOf } from '../testing/events.ts';
import { type EntryRow, evolve, type PoolRow } from './rows.ts';

const teamId = uuidOf('team');
const transactionId = uuidOf('transaction');
const saveId = uuidOf('save');
const idOf = (version: number): string => uuidOf(teamId, version);

const granted: CreditPoolEvent = {
  type: 'CreditsGranted',
  data: { teamId, balance: 3, expiring: 0, credits: 3, cause: { kind: 'operator', key: 'welcome' } },
};
const spent: CreditPoolEvent = {
  type: 'CreditsSpent',
  data: {
    teamId,
    balance: 2,
    expiring: 0,
    credits: 1,
    transactionId,
    saveId,
    ofExpiring: 0,
    pictureState: 'a'.repeat(64),
  },
};
const refunded: CreditPoolEvent = {
  type: 'CreditsRefunded',
  data: { teamId, balance: 3, expiring: 0, credits: 1, transactionId, saveId, ofExpiring: 0, reason: 'save-failed' },
};
const expired: CreditPoolEvent = {
  type: 'CreditsExpired',
  data: { teamId, balance: 1, expiring: 0, credits: 2, cause: { kind: 'rolled-over', paymentId: 'in_1' } },
};
const adjusted: CreditPoolEvent = {
  type: 'CreditsAdjusted',
  data: { teamId, balance: 6, expiring: 0, adjustmentId: uuidOf('adjustment'), credits: 5, reason: 'A halo' },
};

function recorded(version: number, event: CreditPoolEvent, actor?: Actor): RecordedEvent<CreditPoolEvent> {
  return {
    id: idOf(version),
    event,
    metadata: { ...metadataOf(version), ...(actor === undefined ? {} : { actor }) },
    stream: `creditPool-${teamId}`,
    version,
    position: String(version),
    recordedAt: minuteOf(version),
  };
}

function ledgerOf(...events: CreditPoolEvent[]): { pool: PoolRow | undefined; entries: EntryRow[] } {
  let pool: PoolRow | undefined;
  const entries: EntryRow[] = [];
  for (const [index, event] of events.entries()) {
    const after = evolve(pool, recorded(index + 1, event));
    if (after === undefined) continue;
    pool = after.pool;
    entries.push(after.entry);
  }
  return { pool, entries };
}

test('each event is a line that says what, how many, what is left and who', () => {
  const operator: Actor = { kind: 'operator', id: 'grant-credits' };
  expect(evolve(undefined, recorded(1, granted, operator))).toEqual({
    pool: { id: teamId, version: 1, event_id: idOf(1), balance: 3 },
    entry: {
      id: idOf(1),
      team_id: teamId,
      version: 1,
      occurred_at: minuteOf(1),
      kind: 'granted',
      description_type: 'operator_grant',
      credits: 3,
      balance: 3,
      actor_kind: 'operator',
      actor_id: 'grant-credits',
      transaction_id: null,
      save_id: null,
      cause: { kind: 'operator', key: 'welcome' },
      key: 'grant:operator:welcome',
      key_id: null,
    },
  });
});

test('there are lines of every kind, and the last one has the balance', () => {
  const { pool, entries } = ledgerOf(granted, spent, refunded, expired, adjusted);
  expect(pool).toEqual({ id: teamId, version: 5, event_id: idOf(5), balance: 6 });
  expect(
    entries.map(({ kind, description_type, credits, balance }) => [kind, description_type, credits, balance]),
  ).toEqual([
    ['granted', 'operator_grant', 3, 3],
    ['spent', 'hd_save', -1, 2],
    ['refunded', 'failed_save', 1, 3],
    ['expired', 'rolled_over', -2, 1],
    ['adjusted', 'staff_adjustment', 5, 6],
  ]);
  expect(entries.slice(1, 3)).toMatchObject([
    { transaction_id: transactionId, save_id: saveId, key: `save:${saveId}` },
    { transaction_id: transactionId, save_id: saveId, key: `save:${saveId}` },
  ]);
  expect(entries[4]).toMatchObject({ cause: { reason: 'A halo' } });
});

test('starter credits are named as such', () => {
  const starter: CreditPoolEvent = {
    type: 'CreditsGranted',
    data: { teamId, balance: 3, expiring: 0, credits: 3, cause: { kind: 'starter' } },
  };
  expect(evolve(undefined, recorded(1, starter))?.entry).toMatchObject({
    kind: 'granted',
    description_type: 'starter_credits',
    key: 'grant:starter',
  });
});

test('a claw-back and its return are two lines for one refund', () => {
  const paid: CreditPoolEvent = {
    type: 'CreditsGranted',
    data: {
      teamId,
      balance: 5,
      expiring: 5,
      credits: 5,
      cause: {
        kind: 'payment',
        paymentId: 'in_1',
        periodStart: '2026-01-01T00:00:00Z',
        periodEnd: '2026-02-01T00:00:00Z',
      },
    },
  };
  const clawedBack: CreditPoolEvent = {
    type: 'CreditsClawedBack',
    data: {
      teamId,
      balance: 0,
      expiring: 0,
      credits: 5,
      missing: 1,
      reason: 'disputed',
      ofExpiring: 5,
      clawbackId: 'dp_1',
      paymentId: 'in_1',
    },
  };
  const returned: CreditPoolEvent = {
    type: 'CreditsGranted',
    data: { teamId, balance: 5, expiring: 5, credits: 5, cause: { kind: 'returned', clawbackId: 'dp_1' } },
  };
  const { entries } = ledgerOf(paid, clawedBack, returned);
  expect(entries.slice(1)).toMatchObject([
    { kind: 'clawed_back', description_type: 'payment_disputed', credits: -5, key: 'clawback:dp_1' },
    { kind: 'granted', description_type: 'credits_returned', credits: 5, key: 'clawback:dp_1' },
  ]);
});

test('an event applied twice adds no second line', () => {
  const { pool } = ledgerOf(granted, spent);
  expect(evolve(pool, recorded(1, granted))).toBeUndefined();
  expect(evolve(pool, recorded(2, spent))).toBeUndefined();
});

test('stops the ledger at a missing event instead of skipping it', () => {
  const { pool } = ledgerOf(granted);
  expect(() => evolve(pool, recorded(3, refunded))).toThrow(/from version 1 to 3/);
});

test('stops the ledger at a line that does not follow from the previous one', () => {
  const { pool } = ledgerOf(granted);
  const wrong = { ...spent, data: { ...spent.data, balance: 1 } } as CreditPoolEvent;
  expect(() => evolve(pool, recorded(2, wrong))).toThrow('says 1, but 2 are left');
});
