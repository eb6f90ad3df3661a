import type { Database } from '@clearcut/platform/database/database';
import { findFailures, groupFailures, type FailureGroup } from '@clearcut/projections/support-index/queries';
import { SUPPORT } from '@clearcut/schemas/constants';
import type { FailureCases, FailureGroupView } from '@clearcut/schemas/support/http';
import { DAY_MS } from '../../kernel/time.ts';

const TREND_DAYS = 14;
const MAX_CASES = 100;

type Group = FailureGroup & Pick<FailureGroupView, 'kind' | 'isExpected'>;

/** Failed jobs and refused requests of the last days, grouped by cause, latest first. */
export async function listFailures(database: Database, now: Date): Promise<FailureGroupView[]> {
  const since = new Date(now.getTime() - SUPPORT.errorDays * DAY_MS);
  const [jobs, requests, ignored] = await Promise.all([
    groupFailures(database, since),
    groupReports(database, since),
    database.query<{ id: string }>('SELECT id FROM support.ignored_failure'),
  ]);
  const isIgnored = new Set(ignored.map(({ id }) => id));
  const groups: Group[] = [
    ...jobs.map((group) => ({ ...group, kind: 'job' as const, isExpected: false })),
    ...requests.map((group) => ({ ...group, kind: 'request' as const })),
  ];
  return groups
    .sort((a, b) => b.last.getTime() - a.last.getTime())
    .map((group) => {
      const view = viewOf(group, now);
      return { ...view, isIgnored: isIgnored.has(view.id) };
    });
}

/** Newest first; empty for an unknown group. */
export async function listCases(database: Database, group: string): Promise<FailureCases> {
  const [kind, code = '', place = '', model = ''] = group.split(SEPARATOR);
  const named = { code, place, model: model === '' ? null : model };
  const cases =
    kind === 'job'
      ? await findFailures(database, named, MAX_CASES)
      : await database.query<{ at: Date; id: string }>(
          `SELECT at, id::text AS id FROM support.error_report
           WHERE code = $1 AND coalesce(route, '') = $2 ORDER BY at DESC LIMIT $3`,
          [code, place, MAX_CASES],
        );
  return cases.map(({ at, id }) => ({ at: at.toISOString(), id }));
}

/** Newest first, within the retention of reports. @param owner id of a user */
export const errorsOf = (database: Database, owner: string, limit: number) =>
  database.query<{ readonly id: string; readonly at: Date; readonly code: string }>(
    'SELECT id::text AS id, at, code FROM support.error_report WHERE owner = $1 ORDER BY at DESC LIMIT $2',
    [owner, limit],
  );

export async function ignoreFailure(database: Database, group: string, isIgnored: boolean): Promise<void> {
  await database.query(
    isIgnored
      ? 'INSERT INTO support.ignored_failure (id) VALUES ($1) ON CONFLICT DO NOTHING'
      : 'DELETE FROM support.ignored_failure WHERE id = $1',
    [group],
  );
}

/** A server error is never expected. */
function groupReports(database: Database, since: Date): Promise<(FailureGroup & { readonly isExpected: boolean })[]> {
  return database.query(
    `WITH report AS (
       SELECT *, coalesce(route, '') AS place, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
       FROM support.error_report WHERE at >= $1),
     per_day AS (SELECT code, place, day, count(*)::int AS count FROM report GROUP BY 1, 2, 3)
     SELECT r.code, r.place, NULL AS model, count(*)::int AS count,
            count(DISTINCT r.owner)::int AS people, min(r.at) AS first, max(r.at) AS last,
            (array_agg(r.id::text ORDER BY r.at DESC))[1] AS example, max(r.status) < 500 AS "isExpected",
            (SELECT json_object_agg(d.day, d.count) FROM per_day d WHERE d.code = r.code AND d.place = r.place) AS "perDay"
     FROM report r GROUP BY r.code, r.place`,
    [since],
  );
}

/** In no code, event type, route or model. */
const SEPARATOR = '|';

function viewOf({ perDay, ...group }: Group, now: Date): Omit<FailureGroupView, 'isIgnored'> {
  const { kind, code, place, model, first, last } = group;
  const id = [kind, code, place, model ?? ''].join(SEPARATOR);
  const days = Array.from({ length: TREND_DAYS }, (_, index) => {
    const day = new Date(now.getTime() - (TREND_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return perDay[day] ?? 0;
  });
  return { ...group, id, first: first.toISOString(), last: last.toISOString(), days };
}
