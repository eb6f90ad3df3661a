import type { Database } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { SUPPORT } from '@clearcut/schemas/constants';
import type { ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorReport, ErrorReports } from '../../http/server/error-reports.ts';
import { networkOf } from '../../http/networks.ts';
import { repeat, type Repeated } from '../../kernel/repeat.ts';

export interface RunningErrorReports extends ErrorReports, Pick<Repeated, 'stop'> {}

/** Keeps a flood of refused requests from filling memory or the database. */
const MAX_WAITING = 1_000;
const MAX_PER_NETWORK = 120;
const MAX_PER_MINUTE = 600;
const MINUTE_MS = 60_000;
const MAX_STORED = 100_000;
const UPKEEP_INTERVAL_MS = 60 * 60 * 1000;
/** Every page asks who is logged in; visitors get this error without seeing it. */
const UNSEEN: ReadonlySet<string> = new Set<ErrorCode>(['not_logged_in']);

export function startErrorReports({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): RunningErrorReports {
  let waiting: ErrorReport[] = [];
  let forgottenAt = -Infinity;
  const isLeft = createAllowance();
  const writer = repeat({
    everyMs: UPKEEP_INTERVAL_MS,
    async round() {
      const reports = waiting;
      waiting = [];
      if (reports.length > 0) await write(database, reports);
      if (performance.now() - forgottenAt < UPKEEP_INTERVAL_MS) return;
      forgottenAt = performance.now();
      await database.query('DELETE FROM support.error_report WHERE at < now() - make_interval(days => $1)', [
        SUPPORT.errorDays,
      ]);
      await database.query(
        'DELETE FROM support.error_report WHERE at < (SELECT at FROM support.error_report ORDER BY at DESC OFFSET $1 LIMIT 1)',
        [MAX_STORED],
      );
    },
    onError: (error) => log.warn({ err: error }, 'the Error IDs of refused requests could not be kept'),
  });
  return {
    keep(report) {
      if (UNSEEN.has(report.code) || waiting.length >= MAX_WAITING || !isLeft(report.address)) return;
      waiting.push(report);
      writer.wake();
    },
    stop: () => writer.stop(),
  };
}

/** Throttles reports, so that strangers cannot fill the disk. */
export function createAllowance(now = (): number => performance.now()): (address: string) => boolean {
  let began = now();
  let all = 0;
  let counts = new Map<string, number>();
  return (address) => {
    if (now() - began >= MINUTE_MS) {
      began = now();
      all = 0;
      counts = new Map();
    }
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (all >= MAX_PER_MINUTE || count >= MAX_PER_NETWORK) return false;
    all += 1;
    counts.set(network, count + 1);
    return true;
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
