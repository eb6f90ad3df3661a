import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { ReadModel } from '../read-model.ts';
import { supportIndexChanged } from './queries.ts';
import { failureOf, indexRowsOf } from './rows.ts';

export const supportIndexReadModel: ReadModel = {
  name: 'support-index',
  schema: supportIndexChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 1,
  categories: ['transaction', 'creditPool', 'subscription', 'team', 'account', 'contactMessage'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  // The first of several events under one key gives the time.
  const rows = batch.flatMap(indexRowsOf);
  const first = new Map(rows.toReversed().map((row) => [`${row.kind} ${row.key} ${row.stream}`, row]));
  await insert(tx, 'entry', [...first.values()]);
  await insert(
    tx,
    'failure',
    batch.map(failureOf).filter((failure) => failure !== undefined),
  );
  return [...new Set(batch.map(({ stream }) => stream))];
}

async function insert(tx: Tx, table: 'entry' | 'failure', rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const text = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json) ON CONFLICT DO NOTHING`;
  await tx.query({ name: `read_support_index.insert_${table}`, text }, [toJson(rows)]);
}
