import type {
  LedgerDay,
  LedgerEntry,
  LedgerFilter,
  LedgerSort,
  LedgerSum,
  LedgerSumsQuery,
} from '@clearcut/schemas/credits/http';
import type { ListQuery } from '@clearcut/schemas/http/list-query';
import type { Tx } from '@clearcut/platform/database/database';
import type { EntryRow } from './rows.ts';
import { countRows, type ListPage, PERSON_NAME, READ_BATCH } from '../lists.ts';

/** NOTIFY channel (payload: a team id) and PostgreSQL schema. */
export const creditLedgerChanged = 'read_credit_ledger';

/** Where in a pool's stream a command may start reading. */
export interface Bookmark {
  readonly version: number;
  /** Identifies the stream: another id means another stream. */
  readonly eventId: string;
  /** Last event about the requested key; null when there is none up to `version`. */
  readonly keyVersion: number | null;
}

export async function findBookmark(database: Tx, teamId: string, key: string | null): Promise<Bookmark | undefined> {
  const [row] = await database.query<Bookmark>(
    `SELECT p.version, p.event_id AS "eventId",
            (SELECT max(e.version) FROM read_credit_ledger.entry e WHERE e.team_id = $1 AND e.key = $2) AS "keyVersion"
     FROM read_credit_ledger.pool p WHERE p.id = $1`,
    [teamId, key],
  );
  return row;
}

/** Equal lines keep their order of writing. */
const SORTS: Record<LedgerSort, string> = { date: 'version', kind: 'kind', credits: 'credits' };

/**
 * An operator's key explains a grant, unless random. Users of other teams, such as staff, have no names. Two lines
 * about one key are a save and its refund.
 */
const ENTRY = `
  SELECT e.id, e.occurred_at AS date, e.kind, e.description_type AS "descriptionType", e.credits, e.balance,
         e.actor_kind AS "actorKind", e.actor_id AS "actorId",
         (SELECT ${PERSON_NAME} FROM identity.person u
          WHERE u.id = CASE WHEN e.actor_kind = 'user' THEN e.actor_id::uuid END AND u.team_id = e.team_id) AS "actorName",
         key.id AS "keyId", (SELECT k.name FROM api_keys.key_name k WHERE k.key_id = key.id) AS "keyName",
         e.transaction_id AS "transactionId",
         (SELECT n.name FROM identity.picture_name n
          WHERE n.transaction_id = e.transaction_id AND ($6::text IS NULL OR e.actor_id = $6)) AS "fileName",
         e.save_id AS "saveId",
         (SELECT max(other.occurred_at) FROM read_credit_ledger.entry other
          WHERE other.team_id = e.team_id AND other.key = e.key AND other.id <> e.id) AS "counterEntryDate",
         coalesce(e.cause->>'clawbackId', e.cause->>'subscriptionId', e.cause->>'paymentId', e.cause->>'reason',
                  CASE WHEN e.cause->>'key' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.cause->>'key' END) AS cause,
         e.cause->>'paymentId' AS "paymentId"`;

const FILTERED = `
  FROM read_credit_ledger.entry e
  -- A refund names the key of its save.
  CROSS JOIN LATERAL (SELECT coalesce(e.key_id, CASE WHEN e.kind = 'refunded' THEN (
    SELECT other.key_id FROM read_credit_ledger.entry other
    WHERE other.team_id = e.team_id AND other.key = e.key AND other.kind = 'spent') END) AS id) key
  -- Lines of no credits mark for the log that a rule was applied.
  WHERE e.team_id = $1 AND e.credits <> 0
    AND ($2::text[] IS NULL OR e.kind = ANY($2))
    AND ($3::text[] IS NULL OR (e.actor_kind = 'user' AND e.actor_id = ANY($3)))
    AND ($4::timestamptz IS NULL OR e.occurred_at >= $4)
    AND ($5::timestamptz IS NULL OR e.occurred_at < $5)`;

type StoredEntry = Omit<LedgerEntry, 'date' | 'counterEntryDate'> & {
  readonly date: Date;
  readonly counterEntryDate: Date | null;
};

export interface LedgerReader {
  readonly teamId: string;
  /** Readers without access to all see only their own pictures' names. */
  readonly namesOf: string | null;
}

const parametersOf = (teamId: string, { kind, userId, from, to }: LedgerFilter): unknown[] => [
  teamId,
  kind ?? null,
  userId ?? null,
  from ?? null,
  to ?? null,
];

const entryOf = ({ date, counterEntryDate, ...entry }: StoredEntry): LedgerEntry => ({
  ...entry,
  date: date.toISOString(),
  counterEntryDate: counterEntryDate?.toISOString() ?? null,
});

export async function listEntries(
  database: Tx,
  { teamId, namesOf }: LedgerReader,
  { filter, sort, offset, limit }: ListQuery<LedgerFilter, LedgerSort>,
): Promise<ListPage<LedgerEntry>> {
  const parameters = parametersOf(teamId, filter);
  const rows = await database.query<StoredEntry>(
    `${ENTRY} ${FILTERED} ORDER BY ${SORTS[sort.field]} ${sort.order}, version ${sort.order} LIMIT $7 OFFSET $8`,
    [...parameters, namesOf, limit, offset],
  );
  return { rows: rows.map(entryOf), total: await countRows(database, FILTERED, parameters) };
}

/** Newest first, in batches. Excludes lines written meanwhile. */
export async function* readEntries(
  database: Tx,
  { teamId, namesOf }: LedgerReader,
  filter: LedgerFilter,
): AsyncGenerator<readonly LedgerEntry[]> {
  let below: number | null = null;
  for (;;) {
    const rows: (StoredEntry & { readonly version: number })[] = await database.query(
      `${ENTRY}, e.version ${FILTERED} AND ($7::int IS NULL OR e.version < $7) ORDER BY e.version DESC LIMIT $8`,
      [...parametersOf(teamId, filter), namesOf, below, READ_BATCH],
    );
    yield rows.map(entryOf);
    if (rows.length < READ_BATCH) return;
    below = rows.at(-1)?.version ?? null;
  }
}

/** By UTC day, oldest first. */
export async function sumDays(
  database: Tx,
  teamId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<LedgerDay[]> {
  return database.query(
    `SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
            coalesce(sum(e.credits) FILTER (WHERE e.kind IN ('granted', 'adjusted') AND e.credits > 0), 0)::int AS granted,
            coalesce(-sum(e.credits) FILTER (WHERE e.kind IN ('spent', 'refunded')), 0)::int AS spent,
            coalesce(-sum(e.credits) FILTER (WHERE e.kind IN ('expired', 'clawed_back', 'adjusted') AND e.credits < 0), 0)::int AS ended,
            coalesce(-sum(e.credits) FILTER (WHERE e.kind = 'clawed_back'), 0)::int AS "takenBack"
     FROM read_credit_ledger.entry e
     WHERE e.team_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
     GROUP BY 1 ORDER BY 1`,
    [teamId, from, to],
  );
}

/** Saves by their time, and unrefunded credits; most credits first. A key without id: none. */
export async function sumUse(database: Tx, teamId: string, { by, from, to }: LedgerSumsQuery): Promise<LedgerSum[]> {
  const id = by === 'member' ? 'e.actor_id::uuid' : 'e.key_id';
  const name =
    by === 'member'
      ? `(SELECT ${PERSON_NAME} FROM identity.person u WHERE u.id = sums.id AND u.team_id = $1)`
      : '(SELECT k.name FROM api_keys.key_name k WHERE k.key_id = sums.id)';
  return database.query(
    `SELECT sums.*, ${name} AS name
     FROM (SELECT ${id} AS id, count(*) FILTER (WHERE r.id IS NULL)::int AS saves,
                  -sum(e.credits + coalesce(r.credits, 0))::int AS credits
           FROM read_credit_ledger.entry e
           LEFT JOIN read_credit_ledger.entry r ON r.team_id = e.team_id AND r.key = e.key AND r.kind = 'refunded'
           WHERE e.team_id = $1 AND e.kind = 'spent' AND e.actor_kind = 'user'
             AND ($2::timestamptz IS NULL OR e.occurred_at >= $2) AND ($3::timestamptz IS NULL OR e.occurred_at < $3)
           GROUP BY 1) sums
     ORDER BY credits DESC, saves DESC, name, id`,
    [teamId, from ?? null, to ?? null],
  );
}

export async function findKeys(database: Tx, teamId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ key: string }>(
    'SELECT DISTINCT key FROM read_credit_ledger.entry WHERE team_id = $1 AND key = ANY($2)',
    [teamId, keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Credits taken back and not returned, by payment. */
export async function sumTakenBack(database: Tx, teamId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ paymentId: string; credits: number }>(
    `SELECT e.cause->>'paymentId' AS "paymentId", -sum(e.credits + coalesce(r.credits, 0))::int AS credits
     FROM read_credit_ledger.entry e
     LEFT JOIN read_credit_ledger.entry r
       ON r.team_id = e.team_id AND r.kind = 'granted' AND r.cause->>'clawbackId' = e.cause->>'clawbackId'
     WHERE e.team_id = $1 AND e.kind = 'clawed_back' GROUP BY 1`,
    [teamId],
  );
  return new Map(rows.map(({ paymentId, credits }) => [paymentId, credits]));
}

export async function listPools(database: Tx): Promise<{ readonly teamId: string; readonly version: number }[]> {
  return database.query('SELECT id AS "teamId", version FROM read_credit_ledger.pool ORDER BY id');
}

/** Pools whose balance differs from their last line, or whose lines do not match their version. */
export async function findBrokenPools(database: Tx): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT p.id FROM read_credit_ledger.pool p
     LEFT JOIN read_credit_ledger.entry last ON last.team_id = p.id AND last.version = p.version
     WHERE last.id IS DISTINCT FROM p.event_id OR last.balance IS DISTINCT FROM p.balance
        OR p.version <> (SELECT count(*) FROM read_credit_ledger.entry e WHERE e.team_id = p.id)
     ORDER BY p.id`,
  );
  return rows.map(({ id }) => id);
}

/** Oldest first. */
export function findLines(
  database: Tx,
  teamId: string,
): Promise<{ readonly version: number; readonly credits: number; readonly balance: number }[]> {
  return database.query(
    'SELECT version, credits, balance FROM read_credit_ledger.entry WHERE team_id = $1 ORDER BY version',
    [teamId],
  );
}

export async function findEntries(database: Tx, ids: readonly string[]): Promise<EntryRow[]> {
  return database.query('SELECT * FROM read_credit_ledger.entry WHERE id = ANY($1::uuid[])', [ids]);
}
