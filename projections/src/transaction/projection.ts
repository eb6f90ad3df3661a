import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Tx } from '@clearcut/platform/database/database';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ReadModel } from '../read-model.ts';
import { transactionChanged } from './queries.ts';
import { evolve, type Pipeline, type TransactionState } from './row.ts';

/** Statuses, pipelines and owners of all pictures. */
export const transactionReadModel: ReadModel = {
  name: 'transaction',
  schema: transactionChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  categories: ['transaction'],
  project,
};

/** Columns of the table as they go out and come in as JSON. */
interface StoredRow {
  readonly id: string;
  readonly version: number;
  readonly status: TransactionState['status'];
  readonly client_key: string;
  readonly session_id: string;
  readonly pipeline: Pipeline;
  readonly error_code: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly expired_at: Date | null;
}

/**
 * Folds a batch into the table: the rows concerned are read, the events applied in memory, and what changed is written with
 * one statement, so that a batch costs two round trips whatever its size. Returns the ids of the pictures that changed.
 */
async function project(tx: Tx, events: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const stored = new Map(
    (
      await tx.query<StoredRow>('SELECT * FROM transaction WHERE id = ANY($1::uuid[])', [
        [...new Set(events.map(({ event }) => event.data.transactionId))],
      ])
    ).map((row) => [row.id, fromRow(row)]),
  );
  const changed = new Map<string, TransactionState>();
  for (const event of events) {
    const id = event.event.data.transactionId;
    const before = changed.get(id) ?? stored.get(id);
    const after = evolve(before, event);
    if (after !== undefined && after !== before) changed.set(id, after);
  }
  if (changed.size > 0) {
    await tx.query(UPSERT, [JSON.stringify([...changed.values()].map(toRow))]);
  }
  return [...changed.keys()];
}

const UPSERT = `
  INSERT INTO transaction SELECT * FROM json_populate_recordset(NULL::transaction, $1::json)
  ON CONFLICT (id) DO UPDATE SET
    version = excluded.version,
    status = excluded.status,
    pipeline = excluded.pipeline,
    error_code = excluded.error_code,
    updated_at = excluded.updated_at,
    deleted_at = excluded.deleted_at,
    expired_at = excluded.expired_at`;

function toRow({ owner, ...state }: TransactionState): StoredRow {
  return {
    id: state.id,
    version: state.version,
    status: state.status,
    client_key: owner.clientKey,
    session_id: owner.sessionId,
    pipeline: state.pipeline,
    error_code: state.errorCode,
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    deleted_at: state.deletedAt,
    expired_at: state.expiredAt,
  };
}

function fromRow(row: StoredRow): TransactionState {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    owner: { clientKey: row.client_key, sessionId: row.session_id },
    pipeline: row.pipeline,
    errorCode: row.error_code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    expiredAt: row.expired_at,
  };
}
