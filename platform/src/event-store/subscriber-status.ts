import { type Database, isConnectionError } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Position } from './port.ts';

export interface SubscriberStatus {
  readonly name: string;
  /**
   * `standby`: `error` says why no process may work. `waiting`: a server is away. `stalled`: does not move. `halted`:
   * retries the event after `position`.
   */
  readonly state: 'running' | 'standby' | 'waiting' | 'stalled' | 'halted';
  readonly position: Position | null;
  /** Null: all. */
  readonly categories: readonly string[] | null;
  readonly error: string | null;
  readonly updatedAt: Date;
  readonly silentSeconds: number;
  /** Age of the first waiting event. */
  readonly lagSeconds: number;
}

/** Beyond this no process runs the subscriber. */
export const SILENCE_LIMIT_SECONDS = 15;

/** A killed process cannot withdraw its last state. */
export const stateNow = ({
  state,
  silentSeconds,
}: Pick<SubscriberStatus, 'state' | 'silentSeconds'>): SubscriberStatus['state'] | 'silent' =>
  state !== 'halted' && silentSeconds > SILENCE_LIMIT_SECONDS ? 'silent' : state;

export interface SubscriberReport extends Pick<SubscriberStatus, 'name' | 'state' | 'position' | 'error'> {
  readonly behindSince?: Date | null;
}

export function migrateSubscribers(database: Database | string): Promise<void> {
  return migrate(database, { schema: 'subscriptions', directory: new URL('./subscriptions/', import.meta.url) });
}

export function readSubscriberStatuses(database: Database): Promise<SubscriberStatus[]> {
  return database.query<SubscriberStatus>(
    `SELECT name, state, position, categories, error, updated_at AS "updatedAt",
            extract(epoch FROM now() - updated_at)::double precision AS "silentSeconds",
            greatest(extract(epoch FROM now() - behind_since), 0)::double precision AS "lagSeconds"
     FROM subscriptions.status ORDER BY name`,
  );
}

export async function registerSubscriber(
  database: Database,
  name: string,
  log: Logger,
  categories?: readonly string[],
): Promise<void> {
  await report(log, () =>
    database.query(
      `INSERT INTO subscriptions.status (name, state, categories) VALUES ($1, 'standby', $2)
       ON CONFLICT (name) DO UPDATE SET categories = excluded.categories`,
      [name, categories ?? null],
    ),
  );
}

/** Keeps the checkpoint. The service starts without a database, too. */
export async function forgetSubscriber(database: Database, name: string, log: Logger): Promise<void> {
  await report(log, () => database.query('DELETE FROM subscriptions.status WHERE name = $1', [name]));
}

export async function writeSubscriberStatus(
  database: Database,
  log: Logger,
  { name, state, position, error, behindSince = null }: SubscriberReport,
): Promise<void> {
  await report(log, () =>
    database.query(
      `INSERT INTO subscriptions.status (name, state, position, error, behind_since) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name) DO UPDATE
       SET state = excluded.state, position = excluded.position, error = excluded.error,
           behind_since = excluded.behind_since, updated_at = now()`,
      [name, state, position, error, behindSince],
    ),
  );
}

/** The next report follows within seconds. */
async function report(log: Logger, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isConnectionError(error)) log.warn({ err: error }, 'Could not record the status of a subscriber');
  }
}
