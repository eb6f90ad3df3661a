import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { RowBatch } from '@clearcut/projections/row-batch';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

interface Note {
  readonly id: string;
  readonly title: string;
  readonly text?: string | null;
}

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { name: 'test', max: 1 });
  await database.query('CREATE TABLE note (id uuid PRIMARY KEY, title text NOT NULL, text text)');
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

test('regression: a batch with its columns in another order failed on a connection that had written one', async () => {
  const id = randomUUID();
  const write = (row: Note) =>
    database.transaction(async (tx) => {
      const batch = await RowBatch.read<Note>(tx, 'note', [id]);
      batch.set(row);
      return batch.write();
    });
  for (const row of [
    { id, title: 'One', text: 'made' },
    { id, text: 'changed', title: 'One' },
    { id, title: 'Two' },
  ]) {
    expect(await write(row)).toEqual([id]);
  }
  expect(await database.query('SELECT title, text FROM note')).toEqual([{ title: 'Two', text: 'changed' }]);
});
