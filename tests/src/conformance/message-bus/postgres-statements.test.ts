import { randomBytes, randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { LeaseLostError } from '@clearcut/platform/message-bus/port';
import {
  acknowledge,
  CHANNEL,
  moveToDeadLetters,
  claim,
  insertMessages,
  publishWhileHeld,
  purgeDone,
  putBack,
  redriveDead,
  renew,
  type Claim,
} from '@clearcut/platform/message-bus/postgres/statements';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AdapterUnderTest } from './adapter.ts';
import { startPostgresAdapter } from './postgres-adapter.ts';

let adapter: AdapterUnderTest;
let database: Database;
let topic: string;

beforeAll(async () => {
  adapter = await startPostgresAdapter();
  database = createDatabase(adapter.settings, { name: 'message-bus-test' });
});
afterAll(async () => {
  await database.close();
  await adapter.stop();
});
beforeEach(() => {
  topic = `topic-${randomUUID()}`;
});

const effect = [{ id: 'effect', body: 0 }];
const withEffect = () => ({ publish: [{ topic: `${topic}-effects`, messages: effect }] });
const stateOf = (id: string) =>
  database.query(`SELECT state, attempts, token, error FROM message_bus.message WHERE topic = $1 AND id = $2`, [
    topic,
    id,
  ]);
const effects = () => database.query(`SELECT id FROM message_bus.message WHERE topic = $1`, [`${topic}-effects`]);

async function claimOne(leaseSeconds: number): Promise<Claim> {
  const [held] = await claim(database, { topic, limit: 1, leaseSeconds });
  if (held === undefined) throw new Error('Nothing to claim');
  return held;
}

test("the server itself refuses anything sent with a lost lease's token", async () => {
  await insertMessages(database, topic, [{ id: 'job', body: 0 }]);
  const lost = await claimOne(0);
  const held = await claimOne(30);
  expect(await claim(database, { topic, limit: 1, leaseSeconds: 30 })).toEqual([]);
  const before = await stateOf('job');
  const refused = [
    () => acknowledge(database, lost, withEffect()),
    () => moveToDeadLetters(database, lost, { attempts: 1, error: 'x', outcome: withEffect() }),
    () => putBack(database, lost, { attempts: 1, delaySeconds: 0, error: 'x' }),
    () => renew(database, lost, 30),
    () => publishWhileHeld(database, lost, `${topic}-effects`, effect),
  ];
  for (const action of refused) await expect(action()).rejects.toThrow(LeaseLostError);
  expect(await stateOf('job')).toEqual(before);
  expect(await effects()).toEqual([]);

  await renew(database, held, 30);
  await publishWhileHeld(database, held, `${topic}-effects`, effect);
  await acknowledge(database, held, {});
  expect(await effects()).toHaveLength(1);
  for (const action of refused) await expect(action()).rejects.toThrow(LeaseLostError);
});

test.each([
  ['acknowledged', (held: Claim, outcome: object) => acknowledge(database, held, outcome)],
  [
    'moved to the dead letters',
    (held: Claim, outcome: object) => moveToDeadLetters(database, held, { attempts: 1, error: 'x', outcome }),
  ],
])('a message is not %s when its outcome cannot be stored, and no part of the outcome is', async (_, end) => {
  await insertMessages(database, topic, [{ id: 'job', body: 0 }]);
  const held = await claimOne(30);
  const tooLarge = { id: 'unstorable', body: 0, priority: 1e12 };
  const outcome = { publish: [...withEffect().publish, { topic: `${topic}-effects`, messages: [tooLarge] }] };
  await expect(end(held, outcome)).rejects.toThrow('out of range');
  expect(await stateOf('job')).toMatchObject([{ state: 'open', token: held.token }]);
  expect(await effects()).toEqual([]);
});

test('a published message is on disk when the call returns', async () => {
  // Random, so incompressible, and large, so that the log's size shows whether it is in there.
  const body = randomBytes(300_000).toString('base64');
  for (const id of ['1', '2', '3', '4', '5']) {
    const [before] = await database.query<{ place: string }>('SELECT pg_current_wal_insert_lsn() AS place');
    await insertMessages(database, topic, [{ id, body }]);
    const [after] = await database.query<{ bytes: number }>(
      'SELECT (pg_current_wal_flush_lsn() - $1::pg_lsn)::float8 AS bytes',
      [before?.place],
    );
    expect(after?.bytes).toBeGreaterThan(300_000);
  }
});

test('consumers receive new messages at once, however they are published', async () => {
  const payloads: string[] = [];
  const stop = await database.listen(CHANNEL, (payload) => payloads.push(payload));
  try {
    await insertMessages(database, topic, [{ id: 'job', body: 0 }]);
    const held = await claimOne(30);
    await publishWhileHeld(database, held, `${topic}-progress`, [{ id: 'step', body: 0 }]);
    await acknowledge(database, held, withEffect());
    // Nothing new, so no consumer wakes.
    await insertMessages(database, topic, [{ id: 'job', body: 0 }]);
    await insertMessages(database, `${topic}-last`, [{ id: 'job', body: 0 }]);
    await vi.waitUntil(() => payloads.includes(`${topic}-last`), 30_000);
  } finally {
    await stop();
  }
  expect(payloads).toEqual([topic, `${topic}-progress`, `${topic}-effects`, `${topic}-last`]);
});

test('concurrent claims share the messages, each of which goes to one', async () => {
  const ids = Array.from({ length: 80 }, (_, n) => `job-${n}`);
  await insertMessages(
    database,
    topic,
    ids.map((id) => ({ id, body: 0 })),
  );
  const claims = await Promise.all(ids.map(() => claim(database, { topic, limit: 2, leaseSeconds: 30 })));
  const rest = await claim(database, { topic, limit: 80, leaseSeconds: 30 });
  const taken = [...claims.flat(), ...rest];
  expect(taken.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(new Set(taken.map(({ token }) => token)).size).toBe(80);
});

const ofGroup = (group: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${group}${n}`, body: 0, group }));

test("concurrent publishers lose and double nothing, and each one's messages stay in order", async () => {
  const publishers = Array.from({ length: 12 }, (_, p) =>
    Array.from({ length: 10 }, (_, n) => ({
      id: `${p}-${String(n).padStart(2, '0')}`,
      body: 0,
      group: `team-${p % 3}`,
    })),
  );
  // Each is sent twice, as by two processes of which one took over too early.
  await Promise.all([...publishers, ...publishers].map((messages) => insertMessages(database, topic, messages)));
  const served = (await claim(database, { topic, limit: 200, leaseSeconds: 30 })).map(({ id }) => id);
  expect(served.toSorted()).toEqual(publishers.flatMap((messages) => messages.map(({ id }) => id)).toSorted());
  for (const p of publishers.keys()) {
    const own = served.filter((id) => id.startsWith(`${p}-`));
    expect(own).toEqual(own.toSorted());
  }
});

test.each(['is tried again', 'was dead and is put back'])('a message that %s wakes no consumer', async (how) => {
  await insertMessages(database, topic, ofGroup('old', 10));
  const [failing, ...others] = await claim(database, { topic, limit: 6, leaseSeconds: 30 });
  for (const held of others) await acknowledge(database, held, {});
  if (how === 'is tried again') {
    await putBack(database, failing as Claim, { attempts: 1, delaySeconds: 60, error: 'x' });
  } else {
    await moveToDeadLetters(database, failing as Claim, { attempts: 1, error: 'x', outcome: {} });
    await redriveDead(database, topic, 'old0');
  }
  await insertMessages(database, topic, ofGroup('new', 4));
  const order = (await claim(database, { topic, limit: 20, leaseSeconds: 30 })).map(({ id }) => id);
  const inTurns = ['old6', 'new0', 'old7', 'new1', 'old8', 'new2', 'old9', 'new3'];
  expect(order.filter((id) => id !== 'old0')).toEqual(inTurns);
});

test('purges messages done over a day ago in portions, and keeps others', async () => {
  const old = ['old-1', 'old-2', 'old-3'];
  const kept = ['young', 'waiting', 'dead'];
  await insertMessages(
    database,
    topic,
    [...old, ...kept].map((id) => ({ id, body: 0 })),
  );
  await database.query(
    `UPDATE message_bus.message SET
       state = CASE WHEN id = 'waiting' THEN 'open' WHEN id = 'dead' THEN 'dead' ELSE 'done' END,
       finished_at = now() - CASE WHEN id = 'young' THEN interval '23 hours' ELSE interval '25 hours' END
     WHERE topic = $1`,
    [topic],
  );
  expect([await purgeDone(database, 2), await purgeDone(database, 2), await purgeDone(database, 2)]).toEqual([2, 1, 0]);
  const rows = await database.query<{ id: string }>('SELECT id FROM message_bus.message WHERE topic = $1', [topic]);
  expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
});

test('stores an error with a zero character', async () => {
  await insertMessages(database, topic, [{ id: 'job', body: 0 }]);
  await putBack(database, await claimOne(30), { attempts: 1, delaySeconds: 0, error: 'bad byte \0' });
  expect(await stateOf('job')).toMatchObject([{ error: 'bad byte \uFFFD', token: null }]);
});
