/** Logs of every version ever stored, read by the code of today: each life of a picture ends in the row that was recorded for it. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { metadataOf, streamOf, uuidOf } from '@clearcut/projections/testing/events';
import type { StoredEvent } from '@clearcut/schemas/events/define';
import { caughtUp, install, type Installation } from './projections-harness.ts';

interface Recording {
  /** Names of stored examples, `<Type>.v<n>`, in the order of the stream. */
  readonly events: readonly string[];
  /** The row that they gave when the recording was made, without the id. */
  readonly row: unknown;
}

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});

afterEach(async () => {
  await installation.remove();
});

async function readJson(url: URL): Promise<unknown> {
  return JSON.parse(await readFile(url, 'utf8')) as unknown;
}

const goldenFile = (name: string): URL =>
  new URL(`../../../schemas/src/transaction/golden/${name}.json`, import.meta.url);

test('stored examples of every version fold into the recorded rows', async () => {
  const { database } = installation;
  const recordings = (await readJson(new URL('golden-rows.json', import.meta.url))) as Recording[];
  for (const [index, { events }] of recordings.entries()) {
    const id = uuidOf('golden', index);
    const stored = await Promise.all(events.map(async (name) => (await readJson(goldenFile(name))) as StoredEvent));
    // Straight into the log, past today's codec, which only writes today's versions.
    await database.query(
      'SELECT event_store.append($1, 0, $2::uuid[], $3::text[], $4::int[], $5::json[], $6::json[])',
      [
        streamOf(id),
        stored.map((_, version) => uuidOf(id, version)),
        stored.map(({ type }) => type),
        stored.map(({ schemaVersion }) => schemaVersion),
        stored.map(({ data }) => JSON.stringify({ ...(data as object), transactionId: id })),
        stored.map((_, version) => JSON.stringify(metadataOf(version + 1))),
      ],
    );
  }
  await installation.startProjections();
  await caughtUp(database);
  for (const [index, { events, row }] of recordings.entries()) {
    const stored = await database.transaction(async (tx) => {
      // Times are written as the session's time zone has them.
      await tx.query(`SET LOCAL timezone TO 'UTC'`);
      const sql = `SELECT to_jsonb(t) - 'id' AS row FROM read_transaction.transaction t WHERE id = $1`;
      return tx.query<{ row: object }>(sql, [uuidOf('golden', index)]);
    });
    expect(stored[0]?.row, events.join(', ')).toEqual(row);
  }
});

test('every stored example is part of a recording', async () => {
  const { eventDefinitions } = await import('@clearcut/schemas/events/catalogue');
  const recordings = (await readJson(new URL('golden-rows.json', import.meta.url))) as Recording[];
  const recorded = new Set(recordings.flatMap(({ events }) => events));
  const all = eventDefinitions.flatMap(({ type, schemaVersion }) =>
    Array.from({ length: schemaVersion }, (_, index) => `${type}.v${index + 1}`),
  );
  expect(all.filter((name) => !recorded.has(name))).toEqual([]);
});
