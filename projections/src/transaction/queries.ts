import type { Tx } from '@clearcut/platform/database/database';
import type { TransactionState } from './row.ts';

/**
 * NOTIFY channel: the payload is the id of a picture whose row changed, or empty after a rebuild, when any may have. Also the
 * name of the PostgreSQL schema.
 */
export const transactionChanged = 'read_transaction';

/** What the log tells of a picture, and the name that it does not tell. */
export interface TransactionRow extends TransactionState {
  /** Personal, so it is not in the events; null once it was erased. */
  readonly originalFileName: string | null;
}

const SELECT = `
  SELECT t.id, t.version, t.status,
         json_build_object('clientKey', t.client_key, 'sessionId', t.session_id) AS owner,
         n.name AS "originalFileName", t.pipeline, t.error_code AS "errorCode",
         t.created_at AS "createdAt", t.updated_at AS "updatedAt",
         t.deleted_at AS "deletedAt", t.expired_at AS "expiredAt"
  FROM read_transaction.transaction t
  LEFT JOIN identity.file_names n ON n.transaction_id = t.id`;

/** One picture, also when it was deleted or has expired: `deletedAt` and `expiredAt` say so. */
export async function findTransaction(database: Tx, id: string): Promise<TransactionRow | undefined> {
  const [row] = await database.query<TransactionRow>(`${SELECT} WHERE t.id = $1`, [id]);
  return row;
}

/** Pictures that are still there and match every credential of `owner`, newest first; none when it has no credential. */
export async function listTransactions(
  database: Tx,
  owner: { readonly clientKey?: string; readonly sessionId?: string },
  limit: number,
): Promise<TransactionRow[]> {
  // Without this, an owner without credentials would match everybody's pictures.
  if (owner.clientKey === undefined && owner.sessionId === undefined) return [];
  return database.query<TransactionRow>(
    `${SELECT}
     WHERE ($1::text IS NULL OR t.client_key = $1) AND ($2::uuid IS NULL OR t.session_id = $2)
       AND t.deleted_at IS NULL AND t.expired_at IS NULL
     ORDER BY t.created_at DESC, t.id
     LIMIT $3`,
    [owner.clientKey ?? null, owner.sessionId ?? null, limit],
  );
}

/** Pictures uploaded before `before` that are still there, oldest first, with the version of their stream. */
export async function findDueForExpiry(
  database: Tx,
  before: Date,
  limit: number,
): Promise<{ readonly id: string; readonly version: number }[]> {
  return database.query(
    `SELECT id, version FROM read_transaction.transaction
     WHERE created_at < $1 AND deleted_at IS NULL AND expired_at IS NULL
     ORDER BY created_at
     LIMIT $2`,
    [before, limit],
  );
}
