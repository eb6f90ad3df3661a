/**
 * A ledger whose read model is missing, behind or wrong: commands use the log, and the operator's audit finds every
 * difference.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLedger, createCreditPool, type CreditPool } from '@clearcut/command-api/credits';
import { createAccount } from '@clearcut/command-api/accounts';
import type { Subscriber } from '@clearcut/platform/event-store/subscriber';
import { verifyLedger } from '@clearcut/operator/commands/verify-ledger';
import { creditLedgerReadModel } from '@clearcut/projections/ledger/projection';
import { listEntries } from '@clearcut/projections/ledger/queries';
import { rebuildReadModel } from '@clearcut/projections/rebuild';
import { type RunnerContext, startReadModel } from '@clearcut/projections/runner';
import { ledgerListQuerySchema } from '@clearcut/schemas/credits/http';
import { operatorOf } from '../support/audits.ts';
import { commandOf, carryOut, contextOf, grant, ledgerCaughtUp, runnerContextOf, spend } from './ledger-harness.ts';
import { install, outcome, type Installation } from './projections-harness.ts';

const patient = { timeout: 300_000 };

let installation: Installation;
let context: RunnerContext;
let readModel: Subscriber;
let creditPool: CreditPool;
/** A new team per test, with three credits and one save. */
let teamId: string;

beforeAll(async () => {
  installation = await install();
  context = runnerContextOf(installation);
  creditPool = createCreditPool(installation);
  readModel = await startReadModel(creditLedgerReadModel, context);
});

afterAll(async () => {
  await readModel.stop();
  await installation.remove();
});

beforeEach(async () => {
  teamId = randomUUID();
  expect(await carryOut(creditPool, grant(teamId, 3))).toBe('effect');
  expect(await carryOut(creditPool, spend(teamId, 1))).toBe('effect');
  await ledgerCaughtUp(installation.database);
});

async function verify(): Promise<{ code: number | null; stdout: string }> {
  const { code, stdout } = await outcome(installation.operator('verify-ledger'));
  return { code, stdout };
}

/** `$1` is the team. */
const withinReadModel = (sql: string): Promise<unknown[]> => installation.database.query(sql, [teamId]);

/** Balance in the newest visible line. */
async function shownBalance(): Promise<number | undefined> {
  const { rows } = await listEntries(installation.database, { teamId, namesOf: null }, ledgerListQuerySchema.parse({}));
  return rows[0]?.balance;
}

test('while the read model stands still, commands see what it does not know', patient, async () => {
  await readModel.stop();
  expect(await carryOut(creditPool, spend(teamId, 2))).toBe('effect');
  expect(await carryOut(creditPool, spend(teamId, 1))).toBe('repeat');
  expect(await carryOut(creditPool, spend(teamId, 2))).toBe('repeat');
  expect(await carryOut(creditPool, spend(teamId, 3))).toBe('effect');
  expect(await carryOut(creditPool, spend(teamId, 4))).toEqual({ refused: 'no_credits' });
  expect(await creditPool.balance(teamId)).toBe(0);
  expect(await shownBalance()).toBe(2);
  readModel = await startReadModel(creditLedgerReadModel, context);
  await ledgerCaughtUp(installation.database);
  expect(await shownBalance()).toBe(0);
});

test(
  'regression: a ledger adds up while lines are written, whether its read model is behind or ahead',
  patient,
  async () => {
    const { database, eventStore } = installation;
    const before = await eventStore.readStream(`creditPool-${teamId}`);
    await readModel.stop();
    expect(await carryOut(creditPool, spend(teamId, 2))).toBe('effect');
    expect(await auditLedger(installation, teamId)).toMatchObject({ sum: 1, shown: null, faults: [] });
    readModel = await startReadModel(creditLedgerReadModel, context);
    await ledgerCaughtUp(database);
    expect(await auditLedger(installation, teamId)).toMatchObject({ sum: 1, shown: 1, faults: [] });
    const readBefore = { ...eventStore, readStream: () => Promise.resolve(before) };
    const earlier = await auditLedger({ database, eventStore: readBefore }, teamId);
    expect(earlier).toMatchObject({ sum: 2, shown: 2, faults: [] });
  },
);

test.for([
  ['says that it is ahead of the log', 'UPDATE read_credit_ledger.pool SET version = 7 WHERE id = $1'],
  ['is empty', 'DELETE FROM read_credit_ledger.pool WHERE id = $1'],
  ['takes a save for another', `UPDATE read_credit_ledger.entry SET key = 'KEY' WHERE team_id = $1 AND kind = 'spent'`],
] as const)('ignores a read model that %s', patient, async ([, damage]) => {
  const save = spend(teamId, 2);
  await withinReadModel(damage.replace('KEY', commandOf(save).key));
  expect(await carryOut(creditPool, save)).toBe('effect');
  expect(await carryOut(creditPool, save)).toBe('repeat');
  expect(await creditPool.balance(teamId)).toBe(1);
  await rebuildReadModel(creditLedgerReadModel, context);
  await ledgerCaughtUp(installation.database);
  expect(await shownBalance()).toBe(1);
});

test('ignores a read model of another log', patient, async () => {
  await withinReadModel('UPDATE read_credit_ledger.pool SET event_id = gen_random_uuid() WHERE id = $1');
  await withinReadModel(`DELETE FROM read_credit_ledger.entry WHERE team_id = $1 AND kind = 'spent'`);
  expect(await carryOut(creditPool, spend(teamId, 1))).toBe('repeat');
  await rebuildReadModel(creditLedgerReadModel, context);
});

test('a read model that lost a save cannot cause it to be charged again', patient, async () => {
  await withinReadModel(`DELETE FROM read_credit_ledger.entry WHERE team_id = $1 AND kind = 'spent'`);
  await expect(carryOut(creditPool, spend(teamId, 1))).rejects.toThrow(/event_id/);
  expect(await creditPool.balance(teamId)).toBe(2);
  await rebuildReadModel(creditLedgerReadModel, context);
  expect(await carryOut(creditPool, spend(teamId, 1))).toBe('repeat');
});

test('the audit names each line that differs, and none after a rebuild', patient, async () => {
  expect((await verify()).stdout).toMatch(
    /^No difference in \d+ pools? with \d+ lines?, and 0 saves \(\d+ under way\)\n$/,
  );
  await withinReadModel('UPDATE read_credit_ledger.entry SET credits = -2 WHERE team_id = $1 AND version = 2');
  await withinReadModel('UPDATE read_credit_ledger.pool SET balance = 9 WHERE id = $1');
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toMatch(/^2 differences in /);
  expect(stdout).toContain(`team ${teamId}, line 2: credits is -1 in the log and -2 in the read model`);
  expect(stdout).toContain(`team ${teamId}: the balance shown, or the number of lines, is not that of the lines`);

  await withinReadModel('DELETE FROM read_credit_ledger.entry WHERE team_id = $1 AND version = 1');
  const report = await outcome(installation.operator('verify-ledger', '--json'));
  expect(report.code).toBe(1);
  expect(JSON.parse(report.stdout)).toMatchObject({
    differenceCount: 3,
    differences: expect.arrayContaining([{ teamId, version: 1, problem: 'the read model does not have this line' }]),
  });
  expect((await outcome(installation.operator('rebuild', 'credit-ledger'))).code).toBe(0);
  expect((await verify()).code).toBe(0);
});

test("an operator grants credits to an address's team, once per key", patient, async () => {
  const email = `ann-${teamId}@example.com`;
  await createAccount(installation.database, {
    id: randomUUID(),
    teamId,
    email,
    firstName: 'Ann',
    lastName: '',
    language: 'en',
    passwordHash: null,
    registeredBy: 'password',
  });
  const granting = (...words: string[]) => outcome(installation.operator('grant-credits', ...words));
  expect(await granting(email.toUpperCase(), '10', '--key', 'sorry')).toMatchObject({
    code: 0,
    stdout: `Granted 10 credits to the team of ${email}. Credits left: 12\n`,
  });
  const again = await granting(email, '10', '--key', 'sorry', '--json');
  expect(JSON.parse(again.stdout)).toEqual({ teamId, credits: 10, key: 'sorry', granted: false, creditsLeft: 12 });
  expect(await granting(email, '11', '--key', 'sorry')).toMatchObject({
    code: 1,
    stderr: 'The key sorry granted another number of credits before. Use a new key.\n',
  });
  const without = await granting(email, '1', '--json');
  expect(JSON.parse(without.stdout)).toMatchObject({ granted: true, creditsLeft: 13, key: expect.any(String) });
  expect(await granting('nobody@example.com', '1')).toMatchObject({ code: 1, stdout: '' });
  for (const wrong of ['0', '1.5', 'many', '1000001']) expect((await granting(email, wrong)).code).toBe(2);
});

test('lists a ledger by kind, user and period, in order and in pages', patient, async () => {
  const { database } = installation;
  const [ann, bob] = [randomUUID(), randomUUID()];
  await creditPool.handle(commandOf(grant(teamId, 5, 'more')), {
    ...contextOf(),
    actor: { kind: 'operator', id: 'grant-credits' },
  });
  const noon = new Date('2026-03-01T12:00:00Z');
  await creditPool.handle(commandOf(spend(teamId, 2)), { ...contextOf(), actor: { kind: 'user', id: ann }, now: noon });
  await creditPool.handle(commandOf(spend(teamId, 3)), { ...contextOf(), actor: { kind: 'user', id: bob } });
  await ledgerCaughtUp(database);
  const list = async (filter: object, sort = ['date', 'DESC'], range = [0, 9]) => {
    const query = ledgerListQuerySchema.parse({
      filter: JSON.stringify(filter),
      sort: JSON.stringify(sort),
      range: JSON.stringify(range),
    });
    const { rows, total } = await listEntries(database, { teamId, namesOf: null }, query);
    return { balances: rows.map(({ balance }) => balance), total, rows };
  };
  expect(await list({})).toMatchObject({ balances: [5, 6, 7, 2, 3], total: 5 });
  expect(await list({}, ['date', 'ASC'], [1, 2])).toMatchObject({ balances: [2, 7], total: 5 });
  expect(await list({}, ['credits', 'DESC'])).toMatchObject({ balances: [7, 3, 5, 6, 2], total: 5 });
  expect(await list({ kind: 'granted' })).toMatchObject({ balances: [7, 3], total: 2 });
  expect(await list({ kind: ['granted', 'spent'], userId: ann })).toMatchObject({ balances: [6], total: 1 });
  expect(await list({ userId: [ann, bob] })).toMatchObject({ balances: [5, 6], total: 2 });
  expect(await list({ from: '2026-03-01T12:00:00Z', to: '2026-03-01T12:00:01Z' })).toMatchObject({ balances: [6] });
  expect((await list({ userId: ann })).rows).toEqual([
    {
      id: expect.any(String),
      date: noon.toISOString(),
      kind: 'spent',
      descriptionType: 'hd_save',
      credits: -1,
      balance: 6,
      actorKind: 'user',
      actorId: ann,
      actorName: null,
      keyId: null,
      keyName: null,
      transactionId: expect.any(String),
      fileName: null,
      saveId: expect.any(String),
      paymentId: null,
      counterEntryDate: null,
      cause: null,
    },
  ]);
  const { rows } = await listEntries(
    database,
    { teamId: randomUUID(), namesOf: null },
    ledgerListQuerySchema.parse({}),
  );
  expect(rows).toEqual([]);
});

test('an interrupted audit ends, and says by what', async () => {
  const audit = (signal: AbortSignal) => verifyLedger.run([], { ...operatorOf(installation), signal }, {});
  await expect(audit(AbortSignal.abort(new Error('Stopped by SIGINT')))).rejects.toThrow('Stopped by SIGINT');
  // While it waits for a read model that is behind.
  await readModel.stop();
  expect(await carryOut(creditPool, spend(teamId, 2))).toBe('effect');
  const stopping = new AbortController();
  const waiting = audit(stopping.signal);
  setTimeout(() => stopping.abort(new Error('Stopped by SIGINT')), 300);
  await expect(waiting).rejects.toThrow();
  readModel = await startReadModel(creditLedgerReadModel, context);
  await ledgerCaughtUp(installation.database);
});
