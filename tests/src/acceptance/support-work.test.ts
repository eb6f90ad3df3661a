/** Dead letters redriven from the console, and ledgers that prove themselves. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { LedgerAuditView } from '@clearcut/schemas/credits/audit-http';
import type { DeadLetterView, RedriveAnswer, Work } from '@clearcut/schemas/support/work-http';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

let product: Installation;
let operations: Staff;
let auditor: Staff;

beforeAll(async () => {
  product = await sharedInstallation();
  [operations, auditor] = [await newStaff(product, 'operations'), await newStaff(product, 'auditor')];
});
afterAll(() => product.stop());

const lettersSeen = async (): Promise<DeadLetterView[]> =>
  bodyOf<DeadLetterView[]>(await operations.get('/api/staff/dead-letters/'));

const redrive = (messageId: string): Promise<Response> =>
  operations.send('POST', '/api/staff/dead-letters/redrive/', {
    letters: [{ topic: IMAGE_JOBS, messageId }],
    reason: 'To see whether it is gone',
  });

/** A message that no worker can read, hence abandoned at once. @returns its id */
async function deadLetter(transactionId: string): Promise<string> {
  const id = randomUUID();
  await product.messageBus.publish(IMAGE_JOBS, [{ id, body: { kind: 'no-such-job', transactionId } }]);
  await eventually(async () => ((await lettersSeen()).some(({ messageId }) => messageId === id) ? true : undefined));
  return id;
}

test('a dead letter says what a redrive will do, and the staff log has the redrive with its reason', async () => {
  const owner = await newSaver(product, 0);
  const { id: there } = await owner.cutOut(await photo());
  const { id: gone } = await owner.cutOut(await photo({ width: 80, height: 60 }));
  expect((await owner.person.send('DELETE', `/api/transaction/${gone}/`)).status).toBe(204);
  const letters = {
    again: await deadLetter(there),
    nothing: await deadLetter(gone),
    unknown: await deadLetter(randomUUID()),
  };
  const effects = await eventually(async () => {
    const seen = new Map((await lettersSeen()).map(({ messageId, effect }) => [messageId, effect]));
    return seen.get(letters.nothing) === 'nothing' ? seen : undefined;
  });
  for (const [effect, id] of Object.entries(letters)) expect(effects.get(id)).toBe(effect);

  const events = await product.eventTypes(gone);
  const body = { letters: [{ topic: IMAGE_JOBS, messageId: letters.nothing }], reason: 'The worker was replaced' };
  expect(
    await errorOf(await operations.send('POST', '/api/staff/dead-letters/redrive/', { ...body, reason: '' })),
  ).toBe('400 validation_failed');
  const answer = await operations.send('POST', '/api/staff/dead-letters/redrive/', body);
  expect(await bodyOf<RedriveAnswer>(answer)).toEqual({ redriven: [letters.nothing], missing: [] });
  await product.settled();
  expect(await product.eventTypes(gone)).toEqual(events);
  const entries = await eventually(async () => {
    const page = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/?filter={"action":"redrive"}'));
    return page.length > 0 ? page : undefined;
  });
  expect(entries).toMatchObject([
    { staffId: operations.id, target: letters.nothing, reason: 'The worker was replaced' },
  ]);
  const absent = { letters: [{ topic: IMAGE_JOBS, messageId: 'never-was' }], reason: 'To see' };
  const none = await operations.send('POST', '/api/staff/dead-letters/redrive/', absent);
  expect(await bodyOf<RedriveAnswer>(none)).toEqual({ redriven: [], missing: ['never-was'] });
});

test('regression: a redrive of a letter that is gone leaves no line in the staff log', async () => {
  const there = await deadLetter(randomUUID());
  const gone = randomUUID();
  expect(await bodyOf<RedriveAnswer>(await redrive(gone))).toEqual({ redriven: [], missing: [gone] });
  expect(await bodyOf<RedriveAnswer>(await redrive(there))).toEqual({ redriven: [there], missing: [] });
  const targets = await eventually(async () => {
    const page = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/?filter={"action":"redrive"}'));
    const seen = page.map(({ target }) => target);
    return seen.includes(there) ? seen : undefined;
  });
  expect(targets).not.toContain(gone);
});

test('shows every subscriber with its state, and every queue with its backlog', async () => {
  const work = await bodyOf<Work>(await operations.get('/api/staff/work/'));
  expect(work.subscribers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['relay', 'transaction', 'support-index', 'staff-audit']),
  );
  expect(work.subscribers.filter(({ state }) => state !== 'running' && state !== 'standby')).toEqual([]);
  expect(work.queues.find(({ topic }) => topic === IMAGE_JOBS)).toMatchObject({ waiting: expect.any(Number) });
});

async function verify(file: string): Promise<{ code: number; said: string }> {
  const script = join(projectRoot, 'client/public/verify-ledger.mjs');
  return promisify(execFile)(process.execPath, [script, file]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

test('adds up a ledger from the log, and names a broken line of the read model or an exported file', async () => {
  const owner = await newSaver(product, 5);
  const { id } = await owner.cutOut(await photo());
  await owner.save(id);
  const path = `/api/staff/ledgers/${owner.teamId}/`;
  const whole = await eventually(async () => {
    const audit = await bodyOf<LedgerAuditView>(await auditor.get(path));
    return audit.shown === audit.sum ? audit : undefined;
  });
  expect(whole.faults).toEqual([]);
  expect(whole.lines.at(-1)).toMatchObject({
    type: 'CreditsSpent',
    description: 'hd_save',
    credits: -1,
    transactionId: id,
  });
  expect(whole.sum).toBe(whole.lines.at(-1)?.balance);

  const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
  const file = join(folder, 'ledger.csv');
  const csv = await (await auditor.get(`${path}export.csv`)).text();
  await writeFile(file, csv);
  expect(await verify(file)).toEqual({ code: 0, said: expect.stringContaining(whole.lines.at(-1)?.chain ?? '?') });
  await writeFile(file, csv.replace(',-1,', ',-2,'));
  expect(await verify(file)).toEqual({ code: 1, said: expect.stringContaining(`version ${whole.lines.length}`) });
  await rm(folder, { recursive: true });

  const { length: version } = whole.lines;
  await product.database.query(
    'UPDATE read_credit_ledger.entry SET credits = credits - 1 WHERE team_id = $1 AND version = $2',
    [owner.teamId, version],
  );
  expect((await bodyOf<LedgerAuditView>(await auditor.get(path))).faults).toEqual([{ version, kind: 'read-model' }]);
  expect(await errorOf(await auditor.get(`/api/staff/ledgers/${randomUUID()}/`))).toBe('404 team_not_found');
});
