import { isCreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { RowBatch } from '../row-batch.ts';
import { creditLedgerChanged } from './queries.ts';
import { type EntryRow, evolve, type PoolRow } from './rows.ts';

export const creditLedgerReadModel: ReadModel = {
  name: 'credit-ledger',
  schema: creditLedgerChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 3,
  categories: ['creditPool'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const events = eventsOf(batch, isCreditPoolEvent);
  const teamIds = events.map(({ event }) => event.data.teamId);
  const pools = await RowBatch.read<PoolRow>(tx, 'pool', teamIds);
  const entries: EntryRow[] = [];
  for (const recorded of events) {
    const after = evolve(pools.get(recorded.event.data.teamId), recorded);
    if (after === undefined) continue;
    pools.set(after.pool);
    entries.push(after.entry);
  }
  if (entries.length > 0) {
    await tx.query('INSERT INTO entry SELECT * FROM json_populate_recordset(NULL::entry, $1::json)', [toJson(entries)]);
  }
  return pools.write();
}
