import type { ListQuery } from '@clearcut/schemas/http/list-query';
import type { SecurityEntry, SecurityFilter, SecuritySort } from '@clearcut/schemas/security/http';
import type { Tx } from '@clearcut/platform/database/database';
import { countRows, type ListPage, PERSON_NAME, READ_BATCH } from '../lists.ts';

/** NOTIFY channel (payload: a team id) and PostgreSQL schema. */
export const securityLogChanged = 'read_security_log';

const SORTS: Record<SecuritySort, string> = { date: 'occurred_at', kind: 'kind' };

/** Users of other teams, such as staff, have no names. */
const nameOf = (id: string): string => `
  (SELECT ${PERSON_NAME} FROM identity.person u
   WHERE u.id = ${id} AND u.team_id = e.team_id)`;

const ENTRY = `
  SELECT e.id, e.occurred_at AS date, e.kind, e.user_id AS "userId", ${nameOf('e.user_id')} AS "userName",
         e.actor_kind AS "actorKind", e.actor_id AS "actorId",
         ${nameOf(`CASE WHEN e.actor_kind = 'user' THEN e.actor_id::uuid END`)} AS "actorName", e.detail,
         e.picture_id AS "pictureId"`;

const FILTERED = `
  FROM read_security_log.entry e
  WHERE e.team_id = $1
    AND ($2::text[] IS NULL OR e.kind = ANY($2))
    AND ($3::text[] IS NULL OR e.user_id::text = ANY($3) OR (e.actor_kind = 'user' AND e.actor_id = ANY($3)))
    AND ($4::timestamptz IS NULL OR e.occurred_at >= $4)
    AND ($5::timestamptz IS NULL OR e.occurred_at < $5)`;

type StoredEntry = Omit<SecurityEntry, 'date'> & { readonly date: Date };

const parametersOf = (teamId: string, { kind, userId, from, to }: SecurityFilter): unknown[] => [
  teamId,
  kind ?? null,
  userId ?? null,
  from ?? null,
  to ?? null,
];

const entryOf = ({ date, ...entry }: StoredEntry): SecurityEntry => ({ ...entry, date: date.toISOString() });

export async function listSecurityEntries(
  database: Tx,
  teamId: string,
  { filter, sort, offset, limit }: ListQuery<SecurityFilter, SecuritySort>,
): Promise<ListPage<SecurityEntry>> {
  const parameters = parametersOf(teamId, filter);
  const rows = await database.query<StoredEntry>(
    `${ENTRY} ${FILTERED}
     ORDER BY ${SORTS[sort.field]} ${sort.order}, occurred_at ${sort.order}, id ${sort.order} LIMIT $6 OFFSET $7`,
    [...parameters, limit, offset],
  );
  return { rows: rows.map(entryOf), total: await countRows(database, FILTERED, parameters) };
}

/** Newest first, in batches. Excludes entries written meanwhile. */
export async function* readSecurityEntries(
  database: Tx,
  teamId: string,
  filter: SecurityFilter,
): AsyncGenerator<readonly SecurityEntry[]> {
  let below: StoredEntry | undefined;
  for (;;) {
    const rows: StoredEntry[] = await database.query(
      `${ENTRY} ${FILTERED} AND ($6::timestamptz IS NULL OR (e.occurred_at, e.id) < ($6, $7::uuid))
       ORDER BY e.occurred_at DESC, e.id DESC LIMIT $8`,
      [...parametersOf(teamId, filter), below?.date ?? null, below?.id ?? null, READ_BATCH],
    );
    yield rows.map(entryOf);
    if (rows.length < READ_BATCH) return;
    below = rows.at(-1);
  }
}
