import type { Tx } from '@clearcut/platform/database/database';
import type { PictureRow } from './rows.ts';
import { countRows, type ListPage } from '../lists.ts';

/** NOTIFY channel (payload: a picture id) and PostgreSQL schema. */
export const transactionChanged = 'read_transaction';

export interface TransactionRow extends PictureRow {
  /** Personal, so not in events; null once erased. */
  readonly originalFileName: string | null;
  /** Set by the owner's grant to support. */
  readonly holdUntil: Date | null;
  /** While it exists. */
  readonly forkOf: string | null;
  /** Oldest first. */
  readonly forks: readonly string[];
  /** Not tried on this picture yet. */
  readonly betterModel: { readonly name: string; readonly version: string } | null;
}

const SELECT = `
  SELECT t.id, t.version, t.status,
         CASE WHEN t.user_id IS NULL
           THEN json_build_object('kind', 'anonymous', 'clientKey', t.client_key, 'sessionId', t.session_id)
           ELSE json_build_object('kind', 'user', 'userId', t.user_id, 'teamId', t.team_id, 'sessionId', t.session_id)
         END AS owner,
         n.name AS "originalFileName", t.subject, t.batch_id AS "batchId",
         t.forked_from AS "forkedFrom", t.asked_model AS "askedModel", t.model, o.id AS "forkOf", f.ids AS forks,
         CASE WHEN f.ids = '{}' AND t.asked_model IS NULL THEN b.identity END AS "betterModel", t.pipeline, t.matte, t.refinement, t.is_guess AS "isGuess", t.regions,
         t.edits, t.rendered, t.backgrounds, t.saves, t.error_code AS "errorCode", t.holds, t.hold_until AS "holdUntil",
         t.created_at AS "createdAt", t.updated_at AS "updatedAt",
         t.deleted_at AS "deletedAt", t.expired_at AS "expiredAt"
  FROM read_transaction.transaction t
  LEFT JOIN identity.picture_name n ON n.transaction_id = t.id
  LEFT JOIN read_transaction.transaction o ON o.id = t.forked_from AND o.deleted_at IS NULL AND o.expired_at IS NULL
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(id ORDER BY updated_at, id), '{}') AS ids FROM read_transaction.transaction
    WHERE forked_from = t.id AND deleted_at IS NULL AND expired_at IS NULL) f
  LEFT JOIN LATERAL (
    SELECT json_build_object('name', now.name, 'version', now.version) AS identity
    FROM read_models_seen.model own
    JOIN read_models_seen.model now ON now.is_current AND now.ordinal > own.ordinal
    WHERE own.sha256 = t.model->>'sha256') b ON true`;

const FIND = { name: 'read_transaction.find', text: `${SELECT} WHERE t.id = $1` };

/** Includes deleted and expired pictures. */
export async function findTransaction(database: Tx, id: string): Promise<TransactionRow | undefined> {
  const [row] = await database.query<TransactionRow>(FIND, [id]);
  return row;
}

/** Includes deleted and expired pictures. */
export async function findTransactionOfBackground(
  database: Tx,
  backgroundId: string,
): Promise<TransactionRow | undefined> {
  const [row] = await database.query<TransactionRow>(`${SELECT} WHERE t.backgrounds ? $1 AND t.backgrounds <> '{}'`, [
    backgroundId,
  ]);
  return row;
}

/** All given credentials of a visitor must match. */
export type OwnerFilter =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'anonymous'; readonly clientKey?: string; readonly sessionId?: string };

export interface TransactionPage {
  readonly limit: number;
  readonly offset?: number;
  readonly batchId?: string | undefined;
  readonly uploadedAfter?: Date;
  /** Part of the file name, in any case. */
  readonly name?: string | undefined;
}

/** Existing pictures, newest first, and the total; none without credentials. */
export async function listTransactions(
  database: Tx,
  owner: OwnerFilter,
  { limit, offset = 0, batchId, uploadedAfter, name }: TransactionPage,
): Promise<ListPage<TransactionRow>> {
  // No credentials would match all pictures.
  if (owner.kind === 'anonymous' && owner.clientKey === undefined && owner.sessionId === undefined) {
    return { rows: [], total: 0 };
  }
  const [isOwn, credentials] =
    owner.kind === 'user'
      ? ['t.user_id = $1 AND $2::uuid IS NULL', [owner.userId, null]]
      : [
          't.client_key IS NOT NULL AND ($1::text IS NULL OR t.client_key = $1) AND ($2::uuid IS NULL OR t.session_id = $2)',
          [owner.clientKey ?? null, owner.sessionId ?? null],
        ];
  const where = `
    WHERE ${isOwn} AND t.deleted_at IS NULL AND t.expired_at IS NULL
      AND ($3::uuid IS NULL OR t.batch_id = $3)
      AND ($4::timestamptz IS NULL OR t.created_at > $4 OR t.hold_until > now())
      AND ($5::text IS NULL OR EXISTS (
        SELECT FROM identity.picture_name n WHERE n.transaction_id = t.id AND strpos(lower(n.name), lower($5)) > 0))`;
  const given = [...credentials, batchId ?? null, uploadedAfter ?? null, name ?? null];
  // Ids first: sorting every row before a late page takes seconds.
  const rows = await database.query<TransactionRow>(
    `${SELECT} WHERE t.id IN (
       SELECT t.id FROM read_transaction.transaction t ${where} ORDER BY t.created_at DESC, t.id LIMIT $6 OFFSET $7)
     ORDER BY t.created_at DESC, t.id`,
    [...given, limit, offset],
  );
  return { rows, total: await countRows(database, `FROM read_transaction.transaction t ${where}`, given) };
}

/** Keyset page after `cursor`, which may be deleted meanwhile. */
export function listPicturesAfter(
  database: Tx,
  userId: string,
  {
    limit,
    cursor,
    batchId,
    uploadedAfter,
  }: Pick<TransactionPage, 'limit' | 'batchId'> & {
    readonly cursor: string | undefined;
    readonly uploadedAfter: Date;
  },
): Promise<TransactionRow[]> {
  return database.query<TransactionRow>(
    `${SELECT}
     WHERE t.user_id = $1 AND t.deleted_at IS NULL AND t.expired_at IS NULL
       AND ($2::uuid IS NULL OR t.batch_id = $2) AND (t.created_at > $3 OR t.hold_until > now())
       AND ($4::uuid IS NULL OR EXISTS (
         SELECT 1 FROM read_transaction.transaction c
         WHERE c.id = $4 AND (t.created_at < c.created_at OR (t.created_at = c.created_at AND t.id > c.id))))
     ORDER BY t.created_at DESC, t.id LIMIT $5`,
    [userId, batchId ?? null, uploadedAfter, cursor ?? null, limit],
  );
}

/** Whether it may be a cursor. Deleted pictures count too: a page may end with one. */
export async function hadPicture(database: Tx, userId: string, id: string): Promise<boolean> {
  const found = await database.query('SELECT 1 FROM read_transaction.transaction WHERE id = $1 AND user_id = $2', [
    id,
    userId,
  ]);
  return found.length > 0;
}

export interface BatchCount {
  readonly total: number;
  readonly processing: number;
  readonly ready: number;
  readonly failed: number;
}

/** Existing pictures only. */
export async function countBatch(
  database: Tx,
  userId: string,
  batchId: string,
  uploadedAfter: Date,
): Promise<BatchCount> {
  const [counted] = await database.query<BatchCount>(
    `SELECT count(*)::int AS total,
            count(*) FILTER (WHERE status = 'PENDING' OR (status = 'UPLOADED' AND refinement = 'open'))::int AS processing,
            count(*) FILTER (WHERE status = 'UPLOADED' AND refinement IS DISTINCT FROM 'open')::int AS ready,
            count(*) FILTER (WHERE status = 'UPLOAD_ERROR')::int AS failed
     FROM read_transaction.transaction
     WHERE user_id = $1 AND batch_id = $2 AND deleted_at IS NULL AND expired_at IS NULL
       AND (created_at > $3 OR hold_until > now())`,
    [userId, batchId, uploadedAfter],
  );
  return counted ?? { total: 0, processing: 0, ready: 0, failed: 0 };
}

/** Existing pictures only. */
export async function findIdsOfUser(database: Tx, userId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM read_transaction.transaction WHERE user_id = $1 AND deleted_at IS NULL AND expired_at IS NULL`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Existing pictures only, oldest first. */
export async function findForks(database: Tx, id: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM read_transaction.transaction
     WHERE forked_from = $1 AND deleted_at IS NULL AND expired_at IS NULL ORDER BY updated_at, id`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Existing pictures only, oldest first. */
export async function findLinkable(database: Tx, sessionId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM read_transaction.transaction
     WHERE session_id = $1 AND client_key IS NOT NULL AND deleted_at IS NULL AND expired_at IS NULL
     ORDER BY created_at, id`,
    [sessionId],
  );
  return rows.map(({ id }) => id);
}

/** Without a hold, oldest first, with their stream version. */
export async function findDueForExpiry(
  database: Tx,
  before: Date,
  limit: number,
): Promise<{ readonly id: string; readonly version: number }[]> {
  return database.query(
    `SELECT id, version FROM read_transaction.transaction
     WHERE created_at < $1 AND deleted_at IS NULL AND expired_at IS NULL AND (hold_until IS NULL OR hold_until <= now())
     ORDER BY created_at
     LIMIT $2`,
    [before, limit],
  );
}

/** Addresses by digest (`identity.picture_origin`). */
export type UsageScope =
  | { readonly kind: 'owner'; readonly id: string; readonly isVisitor: boolean }
  | { readonly kind: 'address' | 'team'; readonly id: string };

export interface Usage {
  /** Without exports. */
  readonly bytes: number;
  readonly waiting: number;
  readonly oldest: Date | null;
}

function conditionOf(scope: UsageScope): string {
  if (scope.kind === 'team') {
    return 't.user_id IN (SELECT id FROM read_team.member WHERE team_id = $1::uuid AND removed_at IS NULL)';
  }
  if (scope.kind === 'owner') return scope.isVisitor ? 't.client_key = $1' : 't.user_id = $1::uuid';
  return `t.client_key IS NOT NULL
    AND t.id IN (SELECT transaction_id FROM identity.picture_origin WHERE origin = $1)`;
}

/** Sums `bytes` of each blob anywhere in the row. */
export async function usageOf(database: Tx, scope: UsageScope): Promise<Usage> {
  const [row] = await database.query<{ bytes: string; waiting: number; oldest: Date | null }>(
    `SELECT coalesce(sum(kept.bytes), 0)::text AS bytes, count(*) FILTER (WHERE t.status = 'PENDING')::int AS waiting,
            min(t.created_at) AS oldest
     FROM read_transaction.transaction t
     CROSS JOIN LATERAL (
       SELECT sum(size::text::bigint) AS bytes
       FROM jsonb_path_query(
         jsonb_build_array(t.pipeline, t.matte, t.regions, t.edits, t.rendered, t.backgrounds, t.saves),
         'strict $.**.bytes') AS size
     ) kept
     WHERE ${conditionOf(scope)} AND t.deleted_at IS NULL AND t.expired_at IS NULL`,
    [scope.id],
  );
  return { bytes: Number(row?.bytes ?? 0), waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null };
}
