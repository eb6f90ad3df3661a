/** The log moves to KurrentDB (a stand-in), and its subscribers continue there: by the operator's commands alone. */
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import type { EventStore, Position } from '@clearcut/platform/event-store/port';
import { examples, metadataOf, streamOf, uuidOf } from '@clearcut/projections/testing/events';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningKurrentDb, startKurrentDb } from '../support/servers/kurrentdb/kurrentdb.ts';
import { caughtUp, install, kill, outcome, until, writePictures, type Installation } from './projections-harness.ts';

let installation: Installation;
let server: RunningKurrentDb;
let kurrentDb: EventStore<ClearcutEvent>;

beforeEach(async () => {
  installation = await install();
  server = await startKurrentDb();
  kurrentDb = createKurrentDbEventStore({ url: server.url, codec: eventCodec });
});
afterEach(async () => {
  await kurrentDb.close();
  await installation.remove();
  server.stop();
});

const FOLLOWERS = ['relay', 'transaction', 'team', 'credit-ledger', 'api-key'];
const laterId = uuidOf('later');
const later = { id: uuidOf('uploaded later'), event: examples.ImageUploaded(laterId), metadata: metadataOf(1) };

function operator(command: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const addresses = ['--from', installation.url, '--to', server.url];
  return outcome(installation.operator(command, ...addresses, '--json'));
}

async function idsAfter(store: EventStore<ClearcutEvent>, from: Position | null): Promise<string[]> {
  return (await store.readAll({ from, batchSize: 10_000 })).events.map(({ id }) => id);
}

async function checkpoints(): Promise<Map<string, Position>> {
  const rows = await installation.database.query<{ name: string; position: Position }>(
    `SELECT name, position FROM subscriptions.checkpoint UNION ALL SELECT name, position FROM read_transaction.checkpoint
     UNION ALL SELECT name, position FROM read_team.checkpoint UNION ALL SELECT name, position FROM read_credit_ledger.checkpoint
     UNION ALL SELECT name, position FROM read_api_key.checkpoint`,
  );
  return new Map(rows.map(({ name, position }) => [name, position]));
}

/** A log followed to its end by a stopped service. */
async function followedLog(): Promise<void> {
  await writePictures(installation, 4, (pictures) => pictures >= 20);
  const projections = await installation.startProjections();
  await caughtUp(installation.database, FOLLOWERS);
  await kill(projections);
}

test('in the copy each checkpoint precedes the same event as in the log, and moves once', async () => {
  await followedLog();
  const { database, eventStore } = installation;
  const { events } = await eventStore.readAll({ from: null, batchSize: 10 });
  for (const [name, position] of Object.entries({ halfway: events.at(-1)?.position, before: '0' })) {
    await database.query('INSERT INTO subscriptions.checkpoint (name, position) VALUES ($1, $2)', [name, position]);
  }
  const stood = await checkpoints();
  const next = new Map<string, string[]>();
  for (const [name, position] of stood) next.set(name, await idsAfter(eventStore, position));

  expect(await operator('move-checkpoints')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no copy. Nothing was moved.'),
  });
  expect(await checkpoints()).toEqual(stood);

  expect(await operator('copy-events')).toMatchObject({ code: 0 });
  await kurrentDb.append(streamOf(laterId), 0, [later]);
  expect(await operator('move-checkpoints')).toMatchObject({ code: 0 });
  const moved = await checkpoints();
  for (const [name, ids] of next) {
    expect([name, await idsAfter(kurrentDb, moved.get(name) ?? null)]).toEqual([name, [...ids, later.id]]);
  }

  const { code, stdout } = await operator('move-checkpoints');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { moved: [] }]);
  expect(await checkpoints()).toEqual(moved);
});

test('a product started on the copy continues once they are moved, and hands out no job twice', async () => {
  await followedLog();
  const { database } = installation;
  expect(await operator('copy-events')).toMatchObject({ code: 0 });
  await installation.startProjections({ EVENT_STORE_URL: server.url });
  await until(async () => {
    const halted = (await readSubscriberStatuses(database)).filter(({ error }) => error?.includes('move-checkpoints'));
    return FOLLOWERS.every((name) => halted.some((subscriber) => subscriber.name === name));
  });
  // The bus remembers these ids and would refuse duplicates; in production it forgets them after a day.
  await database.query('DELETE FROM message_bus.message');
  await kurrentDb.append(streamOf(laterId), 0, [later]);

  expect(await operator('move-checkpoints')).toMatchObject({ code: 0 });

  await until(async () => {
    const positions = await checkpoints();
    const left = await Promise.all(FOLLOWERS.map((name) => idsAfter(kurrentDb, positions.get(name) ?? null)));
    return left.every((ids) => ids.length === 0);
  });
  expect(await database.query('SELECT id FROM message_bus.message WHERE id <> $1', [later.id])).toEqual([]);
  expect(await database.query('SELECT id FROM read_transaction.transaction WHERE id = $1', [laterId])).toHaveLength(1);
});
