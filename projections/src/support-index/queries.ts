import type { Tx } from '@clearcut/platform/database/database';
import type { IndexKind } from './rows.ts';

/** NOTIFY channel (payload: a stream) and PostgreSQL schema. */
export const supportIndexChanged = 'read_support_index';

export interface IndexEntry {
  readonly kind: IndexKind;
  readonly stream: string;
  readonly at: Date;
}

/** In one answer. */
const MAX_FOUND = 200;

/** Oldest first, by the primary key. */
export function findInIndex(database: Tx, key: string): Promise<IndexEntry[]> {
  return database.query<IndexEntry>(
    'SELECT kind, stream, at FROM read_support_index.entry WHERE key = $1 ORDER BY at, stream LIMIT $2',
    [key, MAX_FOUND],
  );
}

export interface FailureGroup {
  readonly code: string;
  /** Event type or route. */
  readonly place: string;
  readonly model: string | null;
  readonly count: number;
  /** Distinct owners. */
  readonly people: number;
  readonly first: Date;
  readonly last: Date;
  /** Newest picture id or Error ID. */
  readonly example: string;
  /** Per UTC day, `2026-01-31`. */
  readonly perDay: Readonly<Record<string, number>>;
}

export function groupFailures(database: Tx, since: Date): Promise<FailureGroup[]> {
  return database.query<FailureGroup>(
    `WITH per_day AS (
       SELECT code, event, model, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count
       FROM read_support_index.failure WHERE at >= $1 GROUP BY 1, 2, 3, 4)
     SELECT f.code, f.event AS place, f.model, count(*)::int AS count,
            count(DISTINCT coalesce(t.user_id::text, t.client_key))::int AS people,
            min(f.at) AS first, max(f.at) AS last,
            (array_agg(f.picture_id::text ORDER BY f.at DESC))[1] AS example,
            (SELECT json_object_agg(d.day, d.count) FROM per_day d
             WHERE d.code = f.code AND d.event = f.event AND d.model IS NOT DISTINCT FROM f.model) AS "perDay"
     FROM read_support_index.failure f
     LEFT JOIN read_transaction.transaction t ON t.id = f.picture_id
     WHERE f.at >= $1
     GROUP BY f.code, f.event, f.model
     ORDER BY last DESC`,
    [since],
  );
}

export function findFailures(
  database: Tx,
  { code, place, model }: Pick<FailureGroup, 'code' | 'place' | 'model'>,
  limit: number,
): Promise<{ readonly at: Date; readonly id: string }[]> {
  return database.query(
    `SELECT at, picture_id::text AS id FROM read_support_index.failure
     WHERE code = $1 AND event = $2 AND model IS NOT DISTINCT FROM $3 ORDER BY at DESC LIMIT $4`,
    [code, place, model, limit],
  );
}
