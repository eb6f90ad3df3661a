import { type Database, isConnectionError } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Position } from './port.ts';

export interface SubscriberStatus {
  readonly name: string;
  /**
   * `standby`: no process works, one may be about to; with an `error`, why none may, in words that anyone may read. `waiting`: a
   * server is away, `error` says which; it goes on by itself. `stalled`: it stays where it is while events wait for it. `halted`: it cannot handle the event after `position`, and tries again
   * every few seconds.
   */
  readonly state: 'running' | 'standby' | 'waiting' | 'stalled' | 'halted';
  /** The last one applied. */
  readonly position: Position | null;
  readonly error: string | null;
  /** Renewed every few seconds while a process has the subscriber in hand. */
  readonly updatedAt: Date;
  /** Time since then, by the database's clock. */
  readonly silentSeconds: number;
  /** Age of the first event that waits for it, as its process last saw it; 0 when none does. */
  readonly lagSeconds: number;
}

/** Silent for longer than this, and no process works for the subscriber: one renews the status several times in between. */
export const SILENCE_LIMIT_SECONDS = 15;

/** What a subscriber says of itself. */
export interface SubscriberReport extends Pick<SubscriberStatus, 'name' | 'state' | 'position' | 'error'> {
  /** When the first event was recorded that waits for it. */
  readonly behindSince?: Date | null;
}

export function migrateSubscriptions(database: Database | string): Promise<void> {
  return migrate(database, { schema: 'subscriptions', directory: new URL('./subscriptions/', import.meta.url) });
}

export function readSubscriberStatuses(database: Database): Promise<SubscriberStatus[]> {
  return database.query<SubscriberStatus>(
    `SELECT name, state, position, error, updated_at AS "updatedAt",
            extract(epoch FROM now() - updated_at)::double precision AS "silentSeconds",
            greatest(extract(epoch FROM now() - behind_since), 0)::double precision AS "lagSeconds"
     FROM subscriptions.status ORDER BY name`,
  );
}

/** Says that the subscriber exists. The process that works for it says the rest. */
export async function registerSubscriber(database: Database, name: string, log: Logger): Promise<void> {
  await report(log, () =>
    database.query(`INSERT INTO subscriptions.status (name, state) VALUES ($1, 'standby') ON CONFLICT DO NOTHING`, [
      name,
    ]),
  );
}

/**
 * Says that no process is missing under this name. Its checkpoint stays, for when there is one again. While the database is away
 * nothing is forgotten, and the service that asked starts all the same.
 */
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

/** A report that does not get through must not stop the work; the next one follows within seconds. */
async function report(log: Logger, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isConnectionError(error)) log.warn({ err: error }, 'Could not record the status of a subscriber');
  }
}
