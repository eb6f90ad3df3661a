import type { Tx } from '@clearcut/platform/database/database';
import type { DayFigures, JobHour } from '@clearcut/schemas/support/figures-http';

/** NOTIFY channel (payload: an hour) and PostgreSQL schema. */
export const figuresChanged = 'read_figures';

const sumOf = (measure: string): string =>
  `coalesce(sum(amount) FILTER (WHERE measure = '${measure}'), 0)::float AS "${measure}"`;

/** By UTC day; empty days have no row. */
export function dayFigures(database: Tx, since: Date): Promise<DayFigures[]> {
  return database.query<DayFigures>(
    `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${['pictures', 'saves', 'sold', 'spent'].map(sumOf).join(', ')}
     FROM read_figures.figure WHERE hour >= date_trunc('day', $1::timestamptz, 'UTC') GROUP BY 1 ORDER BY 1`,
    [since],
  );
}

/** Averages over jobs with known times. */
export async function jobHours(database: Tx, since: Date): Promise<JobHour[]> {
  const rows = await database.query<
    Omit<JobHour, 'hour' | 'waitedMs' | 'workedMs'> & {
      readonly hour: Date;
      readonly timed: number;
      readonly waitedMs: number;
      readonly workedMs: number;
    }
  >(
    `SELECT hour, ${['done', 'failed', 'timed', 'waitedMs', 'workedMs'].map(sumOf).join(', ')}
     FROM read_figures.figure WHERE hour >= $1 GROUP BY hour ORDER BY hour`,
    [since],
  );
  return rows.map(({ hour, done, failed, timed, waitedMs, workedMs }) => ({
    hour: hour.toISOString(),
    done,
    failed,
    waitedMs: timed === 0 ? null : Math.round(waitedMs / timed),
    workedMs: timed === 0 ? null : Math.round(workedMs / timed),
  }));
}
