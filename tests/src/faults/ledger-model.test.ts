/**
 * Random histories of credit pools on the real store, compared with a model: commands in sequence and concurrently,
 * through several handlers replaced midway, repeated late and at once, while the read model stops and starts.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCreditPool, type CreditPool } from '@clearcut/command-api/credits';
import { createTurns } from '@clearcut/command-api/kernel/serialize-by-key';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import type { Subscriber } from '@clearcut/platform/event-store/subscriber';
import { creditLedgerReadModel } from '@clearcut/projections/ledger/projection';
import { rebuildReadModel } from '@clearcut/projections/rebuild';
import { type RunnerContext, startReadModel } from '@clearcut/projections/runner';
import { uuidOf } from '@clearcut/projections/testing/events';
import { creditsOf } from '@clearcut/schemas/credits/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import {
  commandOf,
  type PoolRequest,
  contextOf,
  grant,
  ledgerCaughtUp,
  runnerContextOf,
  spend,
  sumsOf,
} from './ledger-harness.ts';
import { explain, PoolModel, type Answer, type Observed } from './ledger-model.ts';
import { hashOf, install, outcome, type Installation } from './projections-harness.ts';

const long = process.env['LONG_TESTS'] === '1';
const OPERATIONS = long ? 1_000_000 : 20_000;
const TEAMS_AT_ONCE = 10;
const OPERATIONS_A_TEAM = 500;
const HANDLERS = 3;
const LARGEST_GROUP = 4;

interface Operation {
  readonly about:
    | 'grant'
    | 'payment'
    | 'spend'
    | 'refund'
    | 'roll over'
    | 'end'
    | 'claw back'
    | 'return'
    | 'adjust'
    | 'earlier';
  /** Which save, grant … of the team, or how many operations ago. */
  readonly which: number;
  readonly credits: number;
  readonly handler: number;
  /** Concurrent with the previous one. */
  readonly together: boolean;
  readonly disturbance: 'none' | 'new handler' | 'stop read model' | 'start read model';
}

const PERIOD = {
  kind: 'payment',
  periodStart: '2026-01-01T00:00:00.000Z',
  periodEnd: '2026-02-01T00:00:00.000Z',
} as const;

const RARE = ['roll over', 'end', 'claw back', 'return', 'adjust'] as const;

const operation: fc.Arbitrary<Operation> = fc.record({
  about: fc.oneof(
    { weight: 10, arbitrary: fc.constant('spend' as const) },
    { weight: 3, arbitrary: fc.constant('earlier' as const) },
    { weight: 2, arbitrary: fc.constantFrom('grant' as const, 'payment' as const, 'refund' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...RARE) },
  ),
  which: fc.nat(150),
  credits: fc.integer({ min: 1, max: 8 }),
  handler: fc.nat(HANDLERS - 1),
  together: fc.boolean(),
  disturbance: fc.oneof(
    { weight: 400, arbitrary: fc.constant('none' as const) },
    { weight: 2, arbitrary: fc.constant('start read model' as const) },
    { weight: 1, arbitrary: fc.constantFrom('new handler' as const, 'stop read model' as const) },
  ),
});

let installation: Installation;
let context: RunnerContext;
let readModel: Subscriber | undefined;
const inTurn = createTurns();
const databases: Database[] = [];
const handlers: CreditPool[] = [];

beforeAll(async () => {
  installation = await install();
  context = runnerContextOf(installation);
  for (let n = 0; n < HANDLERS; n++) startHandler(n);
  await switchReadModel(true);
});

afterAll(async () => {
  await switchReadModel(false);
  await Promise.all(databases.map((database) => database.close()));
  await installation.remove();
});

function startHandler(n: number): void {
  const database = createDatabase(installation.url, { name: `handler ${n}`, max: 4 });
  databases.push(database);
  handlers[n] = createCreditPool({ database, eventStore: createPostgresEventStore({ database, codec: eventCodec }) });
}

function switchReadModel(on: boolean): Promise<void> {
  return inTurn('read model', async () => {
    if (on) readModel ??= await startReadModel(creditLedgerReadModel, context);
    else await readModel?.stop();
    if (!on) readModel = undefined;
  });
}

async function disturb({ disturbance, handler }: Operation): Promise<void> {
  if (disturbance === 'new handler') startHandler(handler);
  if (disturbance === 'start read model') await switchReadModel(true);
  if (disturbance === 'stop read model') await switchReadModel(false);
}

async function observe(handler: number, command: PoolRequest): Promise<Observed> {
  try {
    const handled = await handlers[handler]?.handle(commandOf(command), contextOf());
    const version = handled === undefined || handled.events.length === 0 ? undefined : handled.version;
    return { command, answer: answerOf(handled), version };
  } catch (error) {
    if (error instanceof CatalogueError) return { command, answer: { refused: error.code }, version: undefined };
    throw error;
  }
}

function answerOf(handled: Awaited<ReturnType<CreditPool['handle']>> | undefined): Answer {
  if (handled === undefined) throw new Error('There is no such handler');
  const [event] = handled.events;
  return event === undefined ? 'repeat' : { credits: creditsOf(event), balance: handled.state.balance };
}

/** The operation's command; a spend if its target was never charged. */
function requestOf(
  teamId: string,
  { about, which, credits }: Operation,
  history: readonly PoolRequest[],
  model: PoolModel,
): PoolRequest {
  const saved = spend(teamId, which);
  const few = which % 12;
  const paymentId = `payment ${few}`;
  const isPack = few % 3 === 2;
  switch (about) {
    case 'grant':
      return grant(teamId, few % 3 === 0 ? credits : 8, `grant ${few}`);
    case 'refund':
      if (!model.isCharged(saved.saveId)) return saved;
      return { type: 'RefundSpend', teamId, saveId: saved.saveId, reason: 'save-failed' };
    case 'payment':
      return {
        type: 'GrantCredits',
        teamId,
        credits: 10,
        cause: isPack ? { kind: 'pack', paymentId } : { ...PERIOD, paymentId },
      };
    case 'roll over':
      return { type: 'ExpireCredits', teamId, cause: { kind: 'rolled-over', paymentId }, keep: credits };
    case 'end':
      return {
        type: 'ExpireCredits',
        teamId,
        cause: { kind: 'subscription-ended', subscriptionId: paymentId },
        keep: 0,
      };
    case 'claw back':
      return {
        type: 'ClawBackCredits',
        teamId,
        credits,
        reason: 'refunded',
        clawbackId: `refund ${few}`,
        paymentId,
        isPack,
      };
    case 'return':
      return { type: 'ReturnClawback', teamId, clawbackId: `refund ${few}` };
    case 'adjust': {
      const adjustment = few % 2 === 0 ? -1 - few : 1 + few;
      return { type: 'AdjustCredits', teamId, adjustmentId: uuidOf(teamId, few), credits: adjustment, reason: 'Test' };
    }
    case 'spend':
      return saved;
    case 'earlier':
      return history.at(-1 - which) ?? saved;
  }
}

/** Runs one team's history; returns the final model. */
async function live(teamId: string, operations: readonly Operation[]): Promise<PoolModel> {
  const model = new PoolModel();
  const history: PoolRequest[] = [];
  for (let at = 0; at < operations.length;) {
    const group: Operation[] = [];
    do group.push(operations[at++] as Operation);
    while (group.length < LARGEST_GROUP && operations[at]?.together === true);
    for (const each of group) await disturb(each);
    const commands = group.map((each) => requestOf(teamId, each, history, model));
    const observed = await Promise.all(commands.map((command, n) => observe(group[n]?.handler ?? 0, command)));
    const before = model.balance;
    if (!explain(model, observed)) {
      throw new Error(`With ${before} credits, no order explains ${JSON.stringify(observed)}`);
    }
    history.push(...commands);
  }
  return model;
}

test(
  `${OPERATIONS} random operations leave log, read model and model equal`,
  { timeout: long ? 6 * 3_600_000 : 300_000 },
  async () => {
    const { database } = installation;
    const operations = fc.array(operation, { minLength: OPERATIONS_A_TEAM, maxLength: OPERATIONS_A_TEAM, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { minLength: TEAMS_AT_ONCE, maxLength: TEAMS_AT_ONCE }), async (lives) => {
        const teams = lives.map(() => randomUUID());
        const models = await Promise.all(lives.map((life, n) => live(teams[n] ?? '', life)));
        await switchReadModel(true);
        await ledgerCaughtUp(database);
        for (const [n, model] of models.entries()) {
          const { log, readModel: shown } = await sumsOf(database, teams[n] ?? '');
          expect(log.balance - model.balance).toBe(0);
          expect(log.spends).toBe(log.saves);
          expect(shown).toEqual(log);
          expect(await handlers[0]?.balance(teams[n] ?? '')).toBe(model.balance);
        }
      }),
      {
        numRuns: OPERATIONS / OPERATIONS_A_TEAM / TEAMS_AT_ONCE,
        // Another run interleaves differently, so shrinking proves nothing.
        endOnFailure: true,
        // Thousands of operations are unreadable; the seed reproduces them.
        reporter({ failed, seed, errorInstance }) {
          if (failed) throw new Error(`Failed with seed ${seed}`, { cause: errorInstance });
        },
      },
    );
    // Nothing here is saved for the spends.
    const verified = await outcome(installation.operator('verify-ledger', '--patience', '10000'));
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    const before = await hashOf(database, 'read_credit_ledger.entry');
    await rebuildReadModel(creditLedgerReadModel, context);
    expect(await hashOf(database, 'read_credit_ledger.entry')).toBe(before);
  },
);
