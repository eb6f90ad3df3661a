import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { beginsPicture, isTransactionEvent } from '@clearcut/schemas/transaction/events';
import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { modelsSeenChanged } from './queries.ts';

/** Models in use and since when, by digest. */
export const modelsSeenReadModel: ReadModel = {
  name: 'models-seen',
  schema: modelsSeenChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 1,
  categories: ['transaction'],
  types: ['BackgroundRemoved', 'SubjectNotFound', 'ImageUploaded', 'ImageForked'],
  project,
};

interface Row {
  readonly sha256: string;
  readonly name: string;
  readonly version: string;
  readonly ordinal: number;
  readonly first_seen_at: string | Date;
  readonly last_used_at: string | Date;
  readonly is_current: boolean;
}

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const events = eventsOf(batch, isTransactionEvent);
  const used = events.flatMap(({ event: { type, data }, metadata }) =>
    type === 'BackgroundRemoved' || type === 'SubjectNotFound' ? [{ ...data, at: metadata.occurredAt }] : [],
  );
  const asked = events.flatMap(({ event }) =>
    beginsPicture(event) && event.data.askedModel !== null ? [event.data.transactionId] : [],
  );
  if (asked.length > 0) {
    await tx.query('INSERT INTO chosen SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [asked]);
  }
  if (used.length === 0) return [];
  const chosen = await tx.query<{ id: string }>(
    'SELECT transaction_id AS id FROM chosen WHERE transaction_id = ANY($1::uuid[])',
    [used.map(({ transactionId }) => transactionId)],
  );
  const isChosen = new Set(chosen.map(({ id }) => id));
  const before = await tx.query<Row>('SELECT * FROM model');
  const rows = new Map(before.map((row) => [row.sha256, row]));
  let current: string | undefined;
  for (const { transactionId, model, at } of used) {
    if (isChosen.has(transactionId)) continue;
    const known = rows.get(model.sha256) ?? { ordinal: rows.size + 1, first_seen_at: at };
    rows.set(model.sha256, { ...known, ...model, last_used_at: at, is_current: true });
    current = model.sha256;
  }
  if (current === undefined) return [];
  const after = [...rows.values()].map((row) => ({ ...row, is_current: row.sha256 === current }));
  await tx.query(
    `INSERT INTO model SELECT * FROM json_populate_recordset(NULL::model, $1::json)
     ON CONFLICT (sha256) DO UPDATE SET
       name = excluded.name, version = excluded.version, last_used_at = excluded.last_used_at, is_current = excluded.is_current`,
    [toJson(after)],
  );
  return after.map(({ sha256 }) => sha256);
}
