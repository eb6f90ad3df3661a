/** Two files of fault tests run at a time on one database server. */
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { eventually } from '../support/product.ts';
import { HOLD, heldIn } from './kill-points.ts';

let places: { readonly own: TestDatabase; readonly database: Database }[];

beforeAll(async () => {
  const own = await Promise.all([createTestDatabase(), createTestDatabase()]);
  places = own.map((one) => ({ own: one, database: createDatabase(one.url, { name: 'kill-points' }) }));
});
afterAll(async () => {
  for (const { own, database } of places) {
    await database.close();
    await own.drop();
  }
});

test("regression: a process at another installation's step is not mistaken for one of this installation", async () => {
  const [here, there] = places.map(({ database }) => database) as [Database, Database];
  const holder = await there.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [HOLD]);
  const standing = there.query('SELECT pg_advisory_xact_lock($1)', [HOLD]);
  await eventually(async () => ((await heldIn(there)).length === 1 ? true : undefined));
  expect(await heldIn(here)).toEqual([]);
  await holder.end();
  await standing;
});
