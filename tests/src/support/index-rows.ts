import type { Database } from '@clearcut/platform/database/database';

/** SQL for an id derived from a text. */
export const uuidIn = (sql: string): string =>
  `overlay(overlay(md5(${sql}) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`;

const BATCH = 50_000;

/** Fills the support console's index as if the log had that many more events: each under its request and a file. */
export async function fillIndex(database: Database, events: number): Promise<void> {
  // Statements have a time limit.
  for (let from = 1; from <= events; from += BATCH) {
    await database.query(
      `INSERT INTO read_support_index.entry (kind, key, stream, at)
     SELECT kind, key, 'transaction-' || ${uuidIn("'picture' || n / 20")}, now() - n * interval '1 second'
     FROM generate_series($1::int, $2::int) n
     CROSS JOIN LATERAL (VALUES ('request', ${uuidIn("'request' || n")}::text), ('file', repeat(md5('file' || n), 2))) AS keys (kind, key)
     ON CONFLICT DO NOTHING`,
      [from, Math.min(events, from + BATCH - 1)],
    );
  }
  await database.query(
    `INSERT INTO support.error_report (id, at, code, status, route, owner)
     SELECT ${uuidIn("'refused' || n")}, now() - n * interval '1 second', 'url_invalid', 400, 'POST /api/transaction/url/', NULL
     FROM generate_series(1, $1::int) n ON CONFLICT DO NOTHING`,
    [Math.round(events / 10)],
  );
  await database.query('ANALYZE read_support_index.entry');
  await database.query('ANALYZE support.error_report');
}
