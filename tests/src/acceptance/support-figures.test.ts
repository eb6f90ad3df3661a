/** Staff view of the installation: subscribers' lag, rebuilds, queues over time, and daily figures. */
import type { DayFigures, WorkHistory } from '@clearcut/schemas/support/figures-http';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { Work } from '@clearcut/schemas/support/work-http';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

let product: Installation;
let operations: Staff;
let auditor: Staff;

beforeAll(async () => {
  product = await startInstallation();
  [operations, auditor] = [await newStaff(product, 'operations'), await newStaff(product, 'auditor')];
  const saver = await newSaver(product, 3);
  const { id } = await saver.cutOut(await photo());
  await saver.save(id);
  await product.settled();
});
afterAll(() => product.stop());

const seen = async (): Promise<Work> => bodyOf<Work>(await operations.get('/api/staff/work/'));

async function subscriber(name: string): Promise<Work['subscribers'][number]> {
  const found = (await seen()).subscribers.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no subscriber ${name}`);
  return found;
}

test('a subscriber that has applied everything does not lag; one that halts lags by the events after it', async () => {
  await eventually(async () => ((await subscriber('transaction')).lagEvents === 0 ? true : undefined));
  const { events } = await product.eventStore.readAll({ from: null, batchSize: 1_000 });
  const at = events.at(-4);
  await product.database.query(
    `INSERT INTO subscriptions.status (name, state, position, error) VALUES ('stuck', 'halted', $1, 'It cannot go on')`,
    [at?.position],
  );
  const stuck = await subscriber('stuck');
  expect(stuck).toMatchObject({ state: 'halted', error: 'It cannot go on', rebuild: null });
  expect(stuck.lagEvents).toBeGreaterThanOrEqual(3);
  expect(stuck.lagSeconds).toBeGreaterThan(0);
});

test('events of other categories do not count as lag', async () => {
  await product.database.query(
    `INSERT INTO subscriptions.status (name, state, position, categories)
     SELECT 'idle', 'running', position, ARRAY['webhookEndpoint'] FROM subscriptions.status WHERE name = 'stuck'`,
  );
  expect(await subscriber('idle')).toMatchObject({ lagEvents: 0, lagSeconds: 0 });
});

const rebuild = (person: Staff, name: string, typed: string, reason = 'A row was wrong') =>
  person.send('POST', `/api/staff/read-models/${name}/rebuild/`, { typed, reason });

test('a read model is rebuilt after typing its name, with the same rows', async () => {
  expect(await errorOf(await rebuild(auditor, 'figures', 'figures'))).toBe('403 forbidden');
  expect(await errorOf(await rebuild(operations, 'figures', 'figure'))).toBe('400 validation_failed');
  expect(await errorOf(await rebuild(operations, 'relay', 'relay'))).toBe('404 read_model_not_found');
  const rows = () => product.database.query('SELECT * FROM read_figures.figure ORDER BY hour, measure');
  const before = await rows();
  expect(before.length).toBeGreaterThan(3);
  await product.database.query('UPDATE read_figures.figure SET amount = amount + 7');
  expect((await rebuild(operations, 'figures', 'figures')).status).toBe(202);
  const done = await eventually(async () => {
    const { rebuild: state } = await subscriber('figures');
    return typeof state?.finishedAt === 'string' ? state : undefined;
  });
  expect(done).toMatchObject({ error: null, share: 1 });
  expect(done.events).toBeGreaterThan(3);
  expect(await rows()).toEqual(before);
  const entries = await eventually(async () => {
    const page = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/?filter={"action":"rebuild"}'));
    return page.length > 0 ? page : undefined;
  });
  expect(entries).toMatchObject([{ staffId: operations.id, target: 'figures', reason: 'A row was wrong' }]);
});

test('a rebuild interrupted by a crash is started again by the next process', async () => {
  await product.database.query(
    `UPDATE subscriptions.rebuild SET requested_at = now(), started_at = now(), finished_at = NULL, events = 99 WHERE name = 'sign-ups'`,
  );
  await eventually(async () => {
    const { rebuild: state } = await subscriber('sign-ups');
    return typeof state?.finishedAt === 'string' ? true : undefined;
  });
  expect((await subscriber('sign-ups')).rebuild?.events).not.toBe(99);
});

test('daily figures count pictures, saves and credits; the history has queues by the minute and jobs by the hour', async () => {
  const [today] = await eventually(async () => {
    const days = await bodyOf<DayFigures[]>(await auditor.get('/api/staff/figures/?days=1'));
    return days.some(({ saves }) => saves > 0) ? days.slice(-1) : undefined;
  });
  // Credits given by the operator were not sold.
  expect(today).toMatchObject({ pictures: 1, saves: 1, sold: 0, spent: 1 });
  const history = await bodyOf<WorkHistory>(await operations.get('/api/staff/work/history/?hours=2'));
  const jobs = history.queues.find(({ topic }) => topic === IMAGE_JOBS);
  expect(jobs?.points[0]).toMatchObject({ waiting: expect.any(Number), dead: 0 });
  const done = history.jobs.reduce((sum, hour) => sum + hour.done, 0);
  expect(done).toBeGreaterThanOrEqual(4);
  expect(history.jobs[0]?.workedMs).toBeGreaterThan(0);
  expect(await errorOf(await operations.get('/api/staff/work/history/?hours=200'))).toBe('400 validation_failed');
});
