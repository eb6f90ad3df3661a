import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { CheckpointMovedError, readCheckpoint, withCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const place = { schema: 'serving', name: 'reader' };

let testDatabase: TestDatabase;
let database: Database;
/** Another process, which swaps in a rebuilt schema. */
let rebuilder: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { name: 'under test' });
  rebuilder = createDatabase(testDatabase.url, { name: 'rebuilder' });
  for (const schema of ['serving', 'rebuilt']) {
    await rebuilder.query(
      `CREATE SCHEMA ${schema};
       CREATE TABLE ${schema}.checkpoint (name text PRIMARY KEY, position text NOT NULL);
       CREATE TABLE ${schema}.seen (position text)`,
    );
  }
});

afterEach(async () => {
  await database.close();
  await rebuilder.close();
  await testDatabase.drop();
});

const swap = async (): Promise<void> => {
  await rebuilder.query('ALTER SCHEMA serving RENAME TO old; ALTER SCHEMA rebuilt RENAME TO serving');
};

/** Steps of a long-running reader: the server has cached its plans. */
async function moveTo(last: number): Promise<void> {
  for (let to = 1; to <= last; to++) {
    const step = { from: to === 1 ? null : String(to - 1), to: String(to) };
    await withCheckpoint(database, place, step, async (tx) => {
      await tx.query('INSERT INTO seen VALUES ($1)', [step.to]);
    });
  }
}

test('a schema swapped during the work keeps its checkpoint', async () => {
  await moveTo(8);
  await expect(withCheckpoint(database, place, { from: '8', to: '9' }, swap)).rejects.toBeInstanceOf(
    CheckpointMovedError,
  );
  expect(await readCheckpoint(rebuilder, { ...place, schema: 'old' })).toBe('8');
  expect(await readCheckpoint(rebuilder, place)).toBeNull();
});

test('after a swap the checkpoint is that of the serving schema', async () => {
  await moveTo(8);
  await rebuilder.query(`INSERT INTO rebuilt.checkpoint VALUES ('reader', '5')`);
  await swap();
  const stale = withCheckpoint(database, place, { from: '8', to: '9' }, () => Promise.resolve());
  await expect(stale).rejects.toBeInstanceOf(CheckpointMovedError);
  await withCheckpoint(database, place, { from: '5', to: '6' }, () => Promise.resolve());
  expect(await readCheckpoint(rebuilder, place)).toBe('6');
  expect(await readCheckpoint(rebuilder, { ...place, schema: 'old' })).toBe('8');
});
