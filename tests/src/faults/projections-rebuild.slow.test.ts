/** Rebuilds a read model from the first event while people read it and writers continue. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock } from '@clearcut/platform/database/advisory-lock';
import { createDatabase } from '@clearcut/platform/database/database';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { readModels } from '@clearcut/projections/read-models';
import { rebuildReadModel } from '@clearcut/projections/rebuild';
import { transactionReadModel } from '@clearcut/projections/transaction/projection';
import { findTransaction, listTransactions } from '@clearcut/projections/transaction/queries';
import { owner, uuidOf } from '@clearcut/projections/testing/events';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import {
  appendRaw,
  appliedFaults,
  caughtUp,
  expectFoldOf,
  hashOf,
  install,
  kill,
  outcome,
  repair,
  until,
  writePictures,
  type Installation,
} from './projections-harness.ts';

const long = process.env['LONG_TESTS'] === '1';
/** For tests under load, whose duration depends on the machine. */
const patient = { timeout: long ? 3_600_000 : 300_000 };

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});

afterEach(async () => {
  await installation.remove();
});

/** For rebuilds without the operator's command, whose start takes longer. */
const inProcess = () => ({
  database: installation.database,
  eventStore: installation.eventStore,
  log: createLogger('test', { logLevel: 'silent' }),
  signal: new AbortController().signal,
});

async function schemas(): Promise<string[]> {
  const rows = await installation.database.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'read\\_transaction%' ORDER BY nspname`,
  );
  return rows.map(({ name }) => name);
}

/** Identity of the serving table; a swap changes it. */
async function servingTable(): Promise<string> {
  const [row] = await installation.database.query<{ oid: string }>(
    `SELECT 'read_transaction.transaction'::regclass::oid::text AS oid`,
  );
  return row?.oid ?? '';
}

/** Reads like the HTTP edge, without pause, until stopped; throws when a read fails or a picture goes back in time. */
function keepReading(ids: readonly string[]): { stop(): Promise<number> } {
  const stopping = new AbortController();
  let reads = 0;
  const seen = new Map<string, number>();
  async function read(): Promise<void> {
    while (!stopping.signal.aborted) {
      const id = ids[reads % ids.length] ?? '';
      const row = await findTransaction(installation.database, id);
      if (row === undefined) throw new Error(`Picture ${id} was not there at read ${reads}`);
      if (row.version < (seen.get(id) ?? 0)) throw new Error(`Picture ${id} went back to version ${row.version}`);
      seen.set(id, row.version);
      const { rows } = await listTransactions(
        installation.database,
        { kind: 'anonymous', clientKey: owner.clientKey },
        { limit: 7 },
      );
      if (rows.length !== 7) throw new Error(`Only ${rows.length} pictures were listed at read ${reads}`);
      reads += 1;
    }
  }
  const reading = Promise.all([read(), read()]);
  // Checked in stop(); without this an earlier failure would end the run instead of the test.
  reading.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await reading;
      return reads;
    },
  };
}

test('rebuilds during writes equal the live table, and no read fails', patient, async () => {
  const { database } = installation;
  await installation.startProjections();
  const before = await writePictures(installation, 8, (begun) => begun >= (long ? 20_000 : 600), { name: 'before' });
  await caughtUp(database);
  const ending = new AbortController();
  const going = writePictures(installation, 4, () => ending.signal.aborted, { name: 'during', restMs: 5 });
  const reader = keepReading([...before.keys()].slice(0, 100));

  const tables = new Set([await servingTable()]);
  for (let round = 1; round <= 3; round++) {
    const rebuilt = await outcome(installation.operator('rebuild', 'transaction', '--json'));
    expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(rebuilt.stdout)).toMatchObject({ readModel: 'transaction' });
    tables.add(await servingTable());
    expect(tables.size).toBe(round + 1);
  }
  ending.abort();
  const during = await going;
  await caughtUp(database);
  expect(await reader.stop()).toBeGreaterThan(0);
  expect(await schemas()).toEqual(['read_transaction']);
  await expectFoldOf(installation.database, new Map([...before, ...during]));
  expect(await appliedFaults(database)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 });

  // All rows and columns: partly rebuilt and partly followed, against rebuilt at rest.
  const followed = await hashOf(database);
  expect((await outcome(installation.operator('rebuild', 'transaction'))).code).toBe(0);
  expect(await hashOf(database)).toBe(followed);
});

test('the projector continues after a swap, and listeners are notified of every picture', async () => {
  const { database } = installation;
  await installation.startProjections();
  // Like the status stream: reads the named picture, or all of them when none is named.
  const seen = new Map<string, unknown>();
  const looks: Promise<void>[] = [];
  async function look(id: string): Promise<void> {
    const rows = await database.query<{ id: string; version: number }>(
      `SELECT id, version FROM read_transaction.transaction WHERE $1 IN (id::text, '')`,
      [id],
    );
    for (const row of rows) seen.set(row.id, row.version);
  }
  const stopListening = await database.listen('read_transaction', (id) => looks.push(look(id)));
  const ending = new AbortController();
  const going = writePictures(installation, 2, () => ending.signal.aborted, { restMs: 5 });
  expect((await outcome(installation.operator('rebuild', 'transaction'))).code).toBe(0);
  ending.abort();
  const during = await going;
  const after = await writePictures(installation, 2, (begun) => begun >= 20, { name: 'after' });
  await caughtUp(database);
  const written = new Map([...during, ...after]);
  await until(() => Promise.resolve([...written].every(([id, types]) => seen.get(id) === types.length)));
  await stopListening();
  await Promise.all(looks);
  await expectFoldOf(installation.database, written);
});

test('a killed rebuild leaves the serving table unchanged, and the next one works', async () => {
  const { database } = installation;
  await installation.startProjections();
  const written = await writePictures(installation, 8, (begun) => begun >= 600);
  await caughtUp(database);
  const table = await servingTable();
  // Delays the swap, so that the kill comes before it.
  const blocker = await database.connect();
  await blocker.query('SET idle_in_transaction_session_timeout = 0');
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE read_transaction.checkpoint IN ROW EXCLUSIVE MODE');
  const killed = installation.operator('rebuild', 'transaction');
  await until(async () => (await schemas()).includes('read_transaction_next'));
  await kill(killed);
  await blocker.end();
  expect(await servingTable()).toBe(table);
  expect(await schemas()).toEqual(['read_transaction', 'read_transaction_next']);
  await expectFoldOf(installation.database, written);

  expect((await outcome(installation.operator('rebuild', 'transaction'))).code).toBe(0);
  expect(await servingTable()).not.toBe(table);
  expect(await schemas()).toEqual(['read_transaction']);
  await expectFoldOf(installation.database, written);
});

test('two rebuilds at once wait for each other', async () => {
  const { database } = installation;
  await installation.startProjections();
  const written = await writePictures(installation, 8, (begun) => begun >= 300);
  await caughtUp(database);
  const both = await Promise.all([1, 2].map(() => outcome(installation.operator('rebuild', 'transaction'))));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await schemas()).toEqual(['read_transaction']);
  await expectFoldOf(installation.database, written);
});

test('rebuilds all read models at once with fewer connections than read models', async () => {
  await installation.startProjections();
  await writePictures(installation, 2, (begun) => begun >= 30);
  await caughtUp(installation.database);
  const database = createDatabase(installation.url, { name: 'few', max: 3 });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  try {
    const context = { ...inProcess(), database, eventStore };
    const reports = await Promise.all(readModels.map((model) => rebuildReadModel(model, context)));
    expect(reports.map(({ readModel }) => readModel)).toEqual(readModels.map(({ name }) => name));
  } finally {
    await eventStore.close();
    await database.close();
  }
});

test('tables made by another version of schema.sql are rebuilt when the projections start', async () => {
  const { database } = installation;
  const older = await installation.startProjections();
  const written = await writePictures(installation, 2, (begun) => begun >= 60);
  await caughtUp(database);
  await kill(older);
  await database.query(`COMMENT ON SCHEMA read_transaction IS 'of an older version'`);
  await database.query('ALTER TABLE read_transaction.transaction DROP COLUMN pipeline');
  await installation.startProjections();
  await expectFoldOf(installation.database, written);
  const more = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'more' });
  await caughtUp(database);
  await expectFoldOf(installation.database, new Map([...written, ...more]));
});

test(
  "an older projector leaves a newer one's tables alone, live and restarted, until they are rebuilt for it",
  patient,
  async () => {
    const { database } = installation;
    const statusOf = async (name: string) =>
      (await readSubscriberStatuses(database)).find((status) => status.name === name);
    const checkpointOf = (schema: string) => database.query(`SELECT position FROM ${schema}.checkpoint`);
    const older = await installation.startProjections();
    const before = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'before' });
    await caughtUp(database);
    for (const { schema } of readModels)
      await database.query(`COMMENT ON SCHEMA ${schema} IS '999 of a newer version'`);
    const [table, placeOfTeams] = [await servingTable(), await checkpointOf('read_team')];

    const live = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'live' });
    await caughtUp(database, ['applied', 'relay']);
    for (const name of ['transaction', 'team']) await until(async () => (await statusOf(name))?.state === 'standby');
    await expectFoldOf(installation.database, before);
    // The newer version may need something in these events.
    expect(await checkpointOf('read_team')).toEqual(placeOfTeams);

    await kill(older);
    await installation.startProjections();
    const again = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'again' });
    await caughtUp(database, ['applied', 'relay']);
    await until(async () => typeof (await statusOf('transaction'))?.error === 'string');
    expect(await statusOf('transaction')).toMatchObject({
      state: 'standby',
      error: expect.stringMatching(/ of version 999 .* of version \d+/) as string,
    });
    expect(await servingTable()).toBe(table);
    await expectFoldOf(installation.database, before);

    // Deliberately going back requires no second start.
    await Promise.all(readModels.map((model) => rebuildReadModel(model, inProcess())));
    const after = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'after' });
    await caughtUp(database);
    expect((await statusOf('transaction'))?.state).toBe('running');
    await expectFoldOf(installation.database, new Map([...before, ...live, ...again, ...after]));
  },
);

test(
  'a newer projector takes over from an older one, which neither takes the tables back nor halts anything',
  patient,
  async () => {
    const { database } = installation;
    await installation.startProjections();
    const before = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'before' });
    await caughtUp(database);
    const newer = await installation.startProjections({ NEWER_BY: '1' });
    const table = await servingTable();
    const older = await installation.startProjections();
    const beside = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'beside' });
    await caughtUp(database);
    // Longer than the older one's interval for checking the tables.
    for (const started = performance.now(); performance.now() - started < 7_000; await delay(50)) {
      expect((await readSubscriberStatuses(database)).filter(({ error }) => error !== null)).toEqual([]);
    }

    // A newer process replaces an older version's tables, however they came back.
    await database.query(`COMMENT ON SCHEMA read_transaction IS 'from before there were numbers'`);
    await until(async () => (await servingTable()) !== table);
    const after = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'after' });
    await caughtUp(database);
    await kill(older);
    await kill(newer);
    await expectFoldOf(installation.database, new Map([...before, ...beside, ...after]));
  },
);

test('a rebuild that waited while newer tables replaced older ones keeps them', async () => {
  const { database } = installation;
  const older = await installation.startProjections();
  await writePictures(installation, 2, (begun) => begun >= 30);
  await caughtUp(database);
  await kill(older);
  const table = await servingTable();
  await database.query(`COMMENT ON SCHEMA read_transaction IS 'from before there were numbers'`);
  const context = inProcess();
  const lock = await acquireLock(database, 'rebuild:read_transaction', context.signal);
  const waiting = rebuildReadModel(transactionReadModel, context, { onlyIfOutdated: true });
  await database.query(`COMMENT ON SCHEMA read_transaction IS '999 of a newer version'`);
  await lock.release();
  expect(await waiting).toMatchObject({ events: 0 });
  expect(await servingTable()).toBe(table);
});

test('an event that cannot be applied ends a rebuild and keeps the serving table', async () => {
  const { database } = installation;
  await installation.startProjections();
  const written = await writePictures(installation, 2, (begun) => begun >= 30);
  await caughtUp(database);
  const table = await servingTable();
  await appendRaw(database, uuidOf('poisoned'), 0, 'ImageExpired', 'COMMIT');
  const rebuilt = await outcome(installation.operator('rebuild', 'transaction'));
  expect(rebuilt.code).toBe(1);
  expect(rebuilt.stderr).toContain('begins with ImageExpired');
  expect(await servingTable()).toBe(table);
  await expectFoldOf(installation.database, written);
});

test('tables that cannot be rebuilt at the start halt only their read model', async () => {
  const { database } = installation;
  const older = await installation.startProjections();
  const poisoned = uuidOf('poisoned');
  const before = await writePictures(installation, 2, (begun) => begun >= 30);
  await caughtUp(database);
  await kill(older);
  await database.query(`COMMENT ON SCHEMA read_transaction IS 'of an older version'`);
  await appendRaw(database, poisoned, 0, 'ImageExpired', 'COMMIT');
  await installation.startProjections();
  const after = await writePictures(installation, 2, (begun) => begun >= 30, { name: 'after' });
  await caughtUp(database, ['applied']);
  const statuses = await readSubscriberStatuses(database);
  expect(statuses.find(({ name }) => name === 'transaction')).toMatchObject({
    state: 'halted',
    error: expect.stringContaining('begins with ImageExpired') as string,
  });

  await repair(database, poisoned);
  await caughtUp(database);
  await expectFoldOf(installation.database, new Map([...before, ...after, [poisoned, ['ImageUploaded']]]));
});
