/** A team's ledger, verified while a member watches, and exported as a file that proves itself. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import type { LedgerProgress } from '@clearcut/schemas/credits/audit-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, type Person } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { grantCredits, newSaver, type Saver } from '../support/saver.ts';
import { joinTeam } from '../support/team.ts';

let product: Installation;
let owner: Saver;
let accountant: Person;

beforeAll(async () => {
  product = await sharedInstallation();
  owner = await newSaver(product, 5);
  accountant = await joinTeam(product.url, owner.person, { role: 2, permissions: ['transactionHistory'] });
});
afterAll(() => product.stop());

/** All messages of one verification. */
async function verify(person: Person): Promise<LedgerProgress[]> {
  const answer = await person.get('/api/admin/credit-ledger/verification/');
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const messages = (await answer.text()).split('\n\n').filter((message) => message !== '');
  return messages.map((message) => JSON.parse(message.replace(/^data: /, '')) as LedgerProgress);
}

/** Whether the served script accepts a file. */
async function passes(text: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-proof-'));
  const file = join(folder, 'ledger.csv');
  await writeFile(file, text);
  const script = join(projectRoot, 'client/public/verify-ledger.mjs');
  const accepted = await promisify(execFile)(process.execPath, [script, file]).then(
    () => true,
    () => false,
  );
  await rm(folder, { recursive: true });
  return accepted;
}

test('a verification shows its progress and compares the sum, and each fault names its line', async () => {
  const shownNow = (least: number): Promise<LedgerProgress[]> =>
    eventually(async () => {
      const messages = await verify(accountant);
      const { total = 0, result } = messages.at(-1) ?? {};
      return total >= least && result?.shown === result?.sum ? messages : undefined;
    });
  await shownNow(1);
  await grantCredits(product, owner.teamId, 2);
  const messages = await shownNow(2);
  const last = messages.at(-1);
  expect(messages[0]).toMatchObject({ read: 1, total: last?.total, result: null });
  expect(last).toMatchObject({ read: last?.total, faults: [] });

  await product.database.query(
    'UPDATE read_credit_ledger.entry SET balance = balance + 1 WHERE team_id = $1 AND version = 1',
    [owner.teamId],
  );
  const { faults } = (await verify(owner.person)).at(-1) ?? {};
  expect(faults).toEqual([{ version: 1, kind: 'read-model' }]);
});

test('the script verifies the file, and detects a changed or missing line', async () => {
  const csv = await (await accountant.get('/api/admin/credit-ledger/proof.csv')).text();
  expect(await passes(csv)).toBe(true);
  expect(await passes(csv.replace(',5,5,', ',6,6,'))).toBe(false);
  const [head = '', , ...rest] = csv.split('\r\n');
  expect(await passes([head, ...rest].join('\r\n'))).toBe(false);
});

test('a team that never had credits has an empty ledger, which verifies, and so does its file', async () => {
  const other = createPerson(product.url);
  await other.signUp(`${randomUUID()}@example.com`);
  expect(await verify(other)).toEqual([{ read: 0, total: 0, faults: [], result: { sum: 0, shown: null } }]);
  const csv = await (await other.get('/api/admin/credit-ledger/proof.csv')).text();
  expect(csv.trim().split('\r\n')).toHaveLength(1);
  expect(await passes(csv)).toBe(true);
});
