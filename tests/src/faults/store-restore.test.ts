/** The log is all that must be kept: copied into a new database it yields the same read model, and continues. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caughtUp, hashOf, install, writePictures, type Installation } from './projections-harness.ts';

let old: Installation;
let fresh: Installation;

beforeEach(async () => {
  [old, fresh] = [await install(), await install()];
});

afterEach(async () => {
  await Promise.all([old.remove(), fresh.remove()]);
});

/** Copies rows like dump and restore: values only, into a migrated table. */
async function restore(table: string): Promise<void> {
  const [dump] = await old.database.query<{ rows: unknown }>(
    `SELECT coalesce(json_agg(t), '[]') AS rows FROM ${table} t`,
  );
  await fresh.database.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
    JSON.stringify(dump?.rows),
  ]);
}

test('a log restored into a fresh database gives the same rows, and new events follow the old ones', async () => {
  await old.startProjections();
  await writePictures(old, 8, (begun) => begun >= 600);
  await caughtUp(old.database);

  await restore('event_store.stream');
  await restore('event_store.event');
  // A dump includes a sequence's position.
  await fresh.database.query(`SELECT setval('event_store.position', (SELECT max(position) FROM event_store.event))`);
  await fresh.startProjections();
  await caughtUp(fresh.database);
  expect(await hashOf(fresh.database)).toBe(await hashOf(old.database));

  await Promise.all(
    [old, fresh].map((installation) => writePictures(installation, 1, (begun) => begun >= 10, { name: 'new' })),
  );
  await caughtUp(old.database);
  await caughtUp(fresh.database);
  expect(await hashOf(fresh.database)).toBe(await hashOf(old.database));
});
