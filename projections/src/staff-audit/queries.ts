import type { Tx } from '@clearcut/platform/database/database';
import type { ListQuery } from '@clearcut/schemas/http/list-query';
import type { AuditEntry, AuditFilter, AuditSort } from '@clearcut/schemas/support/audit-http';
import { countRows, type ListPage, READ_BATCH } from '../lists.ts';

/** NOTIFY channel (payload: an action id) and PostgreSQL schema. */
export const staffAuditChanged = 'read_staff_audit';

const ENTRY = `
  SELECT e.id, e.occurred_at AS date, e.staff_id AS "staffId",
         (SELECT u.email FROM identity.person u WHERE u.id = e.staff_id) AS "staffEmail",
         e.action, e.looked_by AS "lookedBy", e.key_digest AS "keyDigest", e.found, e.target, e.reason`;

const FILTERED = `
  FROM read_staff_audit.entry e
  WHERE ($1::text[] IS NULL OR e.action = ANY($1))
    AND ($2::uuid[] IS NULL OR e.staff_id = ANY($2))
    AND ($3::text[] IS NULL OR e.target = ANY($3))
    AND ($4::timestamptz IS NULL OR e.occurred_at >= $4)
    AND ($5::timestamptz IS NULL OR e.occurred_at < $5)`;

const SORTS: Record<AuditSort, string> = { date: 'e.occurred_at', action: 'e.action' };

type StoredEntry = Omit<AuditEntry, 'date'> & { readonly date: Date };

const entryOf = ({ date, ...entry }: StoredEntry): AuditEntry => ({ ...entry, date: date.toISOString() });

const parametersOf = ({ action, staffId, target, from, to }: AuditFilter): unknown[] => [
  action ?? null,
  staffId ?? null,
  target ?? null,
  from ?? null,
  to ?? null,
];

export async function listAuditEntries(
  database: Tx,
  { filter, sort, offset, limit }: ListQuery<AuditFilter, AuditSort>,
): Promise<ListPage<AuditEntry>> {
  const given = parametersOf(filter);
  const rows = await database.query<StoredEntry>(
    `${ENTRY} ${FILTERED}
     ORDER BY ${SORTS[sort.field]} ${sort.order}, e.occurred_at ${sort.order}, e.id ${sort.order} LIMIT $6 OFFSET $7`,
    [...given, limit, offset],
  );
  return { rows: rows.map(entryOf), total: await countRows(database, FILTERED, given) };
}

/** Newest first, in batches. */
export async function* readAuditEntries(database: Tx, filter: AuditFilter): AsyncGenerator<readonly AuditEntry[]> {
  let below: StoredEntry | undefined;
  for (;;) {
    const rows: StoredEntry[] = await database.query(
      `${ENTRY} ${FILTERED} AND ($6::timestamptz IS NULL OR (e.occurred_at, e.id) < ($6, $7::uuid))
       ORDER BY e.occurred_at DESC, e.id DESC LIMIT $8`,
      [...parametersOf(filter), below?.date ?? null, below?.id ?? null, READ_BATCH],
    );
    yield rows.map(entryOf);
    if (rows.length < READ_BATCH) return;
    below = rows.at(-1);
  }
}
