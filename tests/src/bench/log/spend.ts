import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCreditPool, type CreditPool, spendCredits } from '@clearcut/command-api/credits';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import type { EventStore, NewEvent } from '@clearcut/platform/event-store/port';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { findBookmark } from '@clearcut/projections/ledger/queries';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { eventCodec, type ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { median, type BenchResult } from '../result.ts';

const LONG = 100_000;
const SHORT = 10;
const SPENDS = 300;
/** A short pool is replaced after this many spends, so that it stays short. */
const SPENDS_A_SHORT_POOL = 10;
const BATCH = 1_000;
const WARM_UP = 20;

const actor = { kind: 'system', id: 'bench' } as const;

/**
 * Spends alternating between a pool with 100,000 ledger lines and pools with 10, on the product's database while its
 * projections run.
 */
export async function benchSpend(databaseUrl: string): Promise<BenchResult> {
  const database = createDatabase(databaseUrl, { name: 'bench' });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  const creditPool = createCreditPool({ database, eventStore });
  try {
    const long = await fillPool(eventStore, LONG);
    const shorts: string[] = [];
    for (let n = 0; n < (SPENDS + WARM_UP) / SPENDS_A_SHORT_POOL; n++) shorts.push(await fillPool(eventStore, SHORT));
    await projected(database, long, LONG);
    await projected(database, shorts.at(-1) ?? long, SHORT);
    const onLong: number[] = [];
    const onShort: number[] = [];
    for (let n = 0; n < SPENDS + WARM_UP; n++) {
      const short = shorts[Math.floor(n / SPENDS_A_SHORT_POOL)] ?? long;
      const times = [await spend(creditPool, long), await spend(creditPool, short)] as const;
      if (n < WARM_UP) continue;
      onLong.push(times[0]);
      onShort.push(times[1]);
    }
    return {
      name: `spend at ${LONG} ledger lines / at ${SHORT}, median`,
      unit: 'ms',
      ours: median(onLong),
      floor: median(onShort),
      ratio: median(onLong) / median(onShort),
      target: { atMost: 1.2 },
      details: { spends: SPENDS, lines: LONG, shortLines: SHORT, slowestLong: Math.max(...onLong) },
    };
  } finally {
    await eventStore.close();
    await database.close();
  }
}

async function spend(creditPool: CreditPool, teamId: string): Promise<number> {
  const save = { transactionId: randomUUID(), saveId: randomUUID(), pictureState: 'a'.repeat(64) };
  const context = { correlationId: 'bench', causationId: 'bench', actor, now: new Date() };
  const started = performance.now();
  await creditPool.handle(spendCredits({ teamId, credits: 1, ...save }), context);
  return performance.now() - started;
}

/** Resolves with the team of a pool with this many lines and enough credits. */
async function fillPool(eventStore: EventStore<ClearcutEvent>, lines: number): Promise<string> {
  const teamId = randomUUID();
  for (let version = 0; version < lines; version += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, lines - version) }, (_, n) => lineOf(teamId, version + n));
    await eventStore.append(`creditPool-${teamId}`, version, batch);
  }
  return teamId;
}

/** Grants only: the product would refund a spend on a missing picture meanwhile. */
function lineOf(teamId: string, n: number): NewEvent<ClearcutEvent> {
  const event: CreditPoolEvent = {
    type: 'CreditsGranted',
    data: { teamId, balance: n + 1, expiring: 0, credits: 1, cause: { kind: 'operator', key: `bench ${n}` } },
  };
  const metadata = { correlationId: 'bench', causationId: 'bench', actor, occurredAt: new Date().toISOString() };
  return { id: randomUUID(), event, metadata };
}

async function projected(database: Database, teamId: string, version: number): Promise<void> {
  while (((await findBookmark(database, teamId, null))?.version ?? 0) < version) await sleep(100);
}
