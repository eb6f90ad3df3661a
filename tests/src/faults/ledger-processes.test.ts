/** One credit pool and several API processes, some of them killed. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidOf } from '@clearcut/projections/testing/events';
import {
  grant,
  ledgerCaughtUp,
  LedgerProcess,
  type PoolRequest,
  spend,
  startProjections,
  sumsOf,
  type Outcome,
} from './ledger-harness.ts';
import { install, kill, outcome, type Installation } from './projections-harness.ts';

const long = process.env['LONG_TESTS'] === '1';
const patient = { timeout: long ? 3_600_000 : 300_000 };

const refused: Outcome = { refused: 'no_credits' };

let installation: Installation;
let projections: ChildProcess;
let processes: LedgerProcess[];

beforeAll(async () => {
  installation = await install();
  projections = await startProjections(installation);
  processes = [await start(), await start(), await start()];
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.kill()));
  await kill(projections);
  await installation.remove();
});

const start = (): Promise<LedgerProcess> => LedgerProcess.start(installation);

/** Sends all commands at once, alternating between two processes. */
const askBoth = (requests: readonly PoolRequest[]): Promise<Outcome[]> =>
  Promise.all(requests.map((asked, n) => ask(n % 2, asked)));

async function ask(slot: number, asked: PoolRequest): Promise<Outcome> {
  const process = processes[slot];
  if (process === undefined) throw new Error(`There is no process ${slot}`);
  return process.ask(asked);
}

const count = (outcomes: readonly Outcome[], wanted: Outcome): number =>
  outcomes.filter((each) => JSON.stringify(each) === JSON.stringify(wanted)).length;

async function expectLedger(
  teamId: string,
  sums: { lines: number; balance: number; spends: number; saves: number },
): Promise<void> {
  await ledgerCaughtUp(installation.database);
  expect(await sumsOf(installation.database, teamId)).toEqual({ log: sums, readModel: sums });
  const verified = await outcome(installation.operator('verify-ledger'));
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No difference in /) });
}

test('64 simultaneous saves on 10 credits through 2 processes: 10 are charged, 54 refused', patient, async () => {
  const teamId = uuidOf('many saves');
  await ask(0, grant(teamId, 10));
  const outcomes = await askBoth(Array.from({ length: 64 }, (_, save) => spend(teamId, save)));
  expect(count(outcomes, 'effect')).toBe(10);
  expect(count(outcomes, refused)).toBe(54);
  await expectLedger(teamId, { lines: 11, balance: 0, spends: 10, saves: 10 });
});

test('one save sent 64 times through 2 processes is charged once, and every sender learns so', patient, async () => {
  const teamId = uuidOf('one save');
  await ask(0, grant(teamId, 1));
  const outcomes = await askBoth(Array.from({ length: 64 }, () => spend(teamId, 0)));
  expect(count(outcomes, 'effect')).toBe(1);
  expect(count(outcomes, 'repeat')).toBe(63);
  await expectLedger(teamId, { lines: 2, balance: 0, spends: 1, saves: 1 });
});

test('one grant sent 64 times through 2 processes, to a team without a ledger, is granted once', patient, async () => {
  const teamId = uuidOf('one grant');
  const outcomes = await askBoth(Array.from({ length: 64 }, () => grant(teamId, 10)));
  expect(count(outcomes, 'effect')).toBe(1);
  expect(count(outcomes, 'repeat')).toBe(63);
  await expectLedger(teamId, { lines: 1, balance: 10, spends: 0, saves: 0 });
});

test('although every process is killed repeatedly, each save ends charged once or refused', patient, async () => {
  const saves = long ? 3_000 : 240;
  const credits = saves - 60;
  const answersAProcess = 40;
  const teamId = uuidOf('killed');
  await ask(0, grant(teamId, credits));

  const waiting = Array.from({ length: saves }, (_, save) => save);
  const answers = new Map<number, Outcome>();
  let unknown = 0;
  let killed = 0;
  let killing = Promise.resolve();

  async function killAndReplace(slot: number): Promise<void> {
    await processes[slot]?.kill();
    processes[slot] = await start();
    killed += 1;
    // The read model falls behind and catches up meanwhile.
    if (killed % 3 !== 0) return;
    await kill(projections);
    projections = await startProjections(installation);
  }

  async function drive(slot: number): Promise<void> {
    for (let save = waiting.shift(); save !== undefined; save = waiting.shift()) {
      try {
        answers.set(save, await ask(slot, spend(teamId, save)));
        if (answers.size % answersAProcess === 0)
          killing = killing.then(() => killAndReplace(killed % processes.length));
      } catch {
        unknown += 1;
        // Retries like a client: the same save, through whichever process answers.
        waiting.push(save);
        await killing;
      }
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, n) => drive(n % processes.length)));
  await killing;

  expect(killed).toBeGreaterThanOrEqual(5);
  expect(unknown).toBeGreaterThan(0);
  const outcomes = [...answers.values()];
  expect(outcomes).toHaveLength(saves);
  expect(count(outcomes, refused)).toBe(saves - credits);
  await expectLedger(teamId, { lines: credits + 1, balance: 0, spends: credits, saves: credits });
});
