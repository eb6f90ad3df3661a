import type { Tx } from '@clearcut/platform/database/database';

/** Rows held in memory during an export. */
export const READ_BATCH = 1_000;

/** Full name, else address, of `identity.person u`. */
export const PERSON_NAME = `coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`;

/** One page, and the number of rows on all pages. */
export interface ListPage<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** @param from the query from FROM on */
export async function countRows(database: Tx, from: string, given: readonly unknown[]): Promise<number> {
  const [counted] = await database.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, given);
  return counted?.total ?? 0;
}
