import type { Database } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { SUPPORT } from '@clearcut/schemas/constants';
import type { ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorReport, ErrorReports } from '../../http/server/error-reports.ts';
import { repeat, type Repeated } from '../../kernel/repeat.ts';

export interface RunningErrorReports extends ErrorReports, Pick<Repeated, 'stop'> {}

/** Reports that wait to be written at most: a flood of refused requests must fill neither memory nor the database. */
const MOST_WAITING = 1_000;
const UPKEEP_MS = 60 * 60 * 1000;
/** Each page asks who looks at it, and to visitors this is the answer: no person sees it. */
const UNSEEN: ReadonlySet<string> = new Set<ErrorCode>(['not_logged_in']);

/** Writes what was refused into the table, many at a time, and forgets it after its days. */
export function startErrorReports({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): RunningErrorReports {
  let waiting: ErrorReport[] = [];
  let forgottenAt = 0;
  const writer = repeat({
    everyMs: UPKEEP_MS,
    async round() {
      const reports = waiting;
      waiting = [];
      if (reports.length > 0) await write(database, reports);
      if (Date.now() - forgottenAt < UPKEEP_MS) return;
      forgottenAt = Date.now();
      await database.query('DELETE FROM support.error_report WHERE at < now() - make_interval(days => $1)', [
        SUPPORT.errorDays,
      ]);
    },
    onError: (error) => log.warn({ err: error }, 'the Error IDs of refused requests could not be kept'),
  });
  return {
    keep(report) {
      if (UNSEEN.has(report.code) || waiting.length >= MOST_WAITING) return;
      waiting.push(report);
      writer.wake();
    },
    stop: () => writer.stop(),
  };
}

async function write(database: Database, reports: readonly ErrorReport[]): Promise<void> {
  await database.query(
    `INSERT INTO support.error_report (id, code, status, route, owner)
     SELECT id, code, status, route, owner FROM json_populate_recordset(NULL::support.error_report, $1::json)
     ON CONFLICT (id) DO NOTHING`,
    [toJson(reports)],
  );
}

export interface StoredReport extends ErrorReport {
  readonly at: Date;
}

export async function findErrorReport(database: Database, id: string): Promise<StoredReport | undefined> {
  const [row] = await database.query<StoredReport>(
    'SELECT id, at, code, status, route, owner FROM support.error_report WHERE id = $1',
    [id],
  );
  return row;
}
