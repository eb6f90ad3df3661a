import type { Database } from '@clearcut/platform/database/database';
import { groupFailures, type FailureGroup } from '@clearcut/projections/support-index/queries';
import { SUPPORT } from '@clearcut/schemas/constants';
import type { FailureGroupView } from '@clearcut/schemas/support/http';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Failed jobs and refused requests of the last days, grouped by cause, latest first. */
export async function listFailures(database: Database, now: Date): Promise<FailureGroupView[]> {
  const since = new Date(now.getTime() - SUPPORT.errorDays * DAY_MS);
  const [jobs, requests] = await Promise.all([groupFailures(database, since), groupReports(database, since)]);
  const groups = [
    ...jobs.map((group) => ({ ...group, kind: 'job' as const })),
    ...requests.map((group) => ({ ...group, kind: 'request' as const })),
  ];
  return groups.sort((a, b) => b.last.getTime() - a.last.getTime()).map(viewOf);
}

function groupReports(database: Database, since: Date): Promise<FailureGroup[]> {
  return database.query<FailureGroup>(
    `SELECT code, coalesce(route, '') AS place, NULL AS model, count(*)::int AS count,
            count(DISTINCT owner)::int AS people, min(at) AS first, max(at) AS last,
            (array_agg(id::text ORDER BY at DESC))[1] AS example
     FROM support.error_report WHERE at >= $1 GROUP BY code, route`,
    [since],
  );
}

function viewOf(group: FailureGroup & { readonly kind: 'job' | 'request' }): FailureGroupView {
  const { code, place, model, first, last } = group;
  const id = [code, place, model ?? ''].join(' ');
  return { ...group, id, first: first.toISOString(), last: last.toISOString() };
}
