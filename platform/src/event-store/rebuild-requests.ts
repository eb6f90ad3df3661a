import type { Tx } from '../database/database.ts';

export interface RebuildStatus {
  readonly name: string;
  readonly requestedAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly events: number;
  /** 0 to 1; null when unknown. */
  readonly share: number | null;
  readonly error: string | null;
}

export async function offerRebuilds(database: Tx, names: readonly string[]): Promise<void> {
  await database.query(
    'INSERT INTO subscriptions.rebuild (name) SELECT unnest($1::text[]) ON CONFLICT (name) DO NOTHING',
    [names],
  );
}

export function readRebuilds(database: Tx): Promise<RebuildStatus[]> {
  return database.query<RebuildStatus>(
    `SELECT name, requested_at AS "requestedAt", started_at AS "startedAt", finished_at AS "finishedAt",
            events::float AS events, share, error
     FROM subscriptions.rebuild ORDER BY name`,
  );
}

/** Joins one under way. */
export async function requestRebuild(database: Tx, name: string): Promise<void> {
  await database.query(
    `UPDATE subscriptions.rebuild
     SET requested_at = now(), started_at = NULL, finished_at = NULL, events = 0, share = NULL, error = NULL
     WHERE name = $1 AND (requested_at IS NULL OR finished_at IS NOT NULL)`,
    [name],
  );
}

export async function nextRebuild(database: Tx, names: readonly string[]): Promise<string | undefined> {
  const [row] = await database.query<{ name: string }>(
    `UPDATE subscriptions.rebuild SET started_at = now(), events = 0, share = NULL
     WHERE name = (SELECT name FROM subscriptions.rebuild
                   WHERE name = ANY($1) AND requested_at IS NOT NULL AND finished_at IS NULL ORDER BY requested_at LIMIT 1)
     RETURNING name`,
    [names],
  );
  return row?.name;
}

export async function reportRebuild(database: Tx, name: string, events: number, share: number | null): Promise<void> {
  await database.query('UPDATE subscriptions.rebuild SET events = $2, share = $3 WHERE name = $1', [
    name,
    events,
    share,
  ]);
}

export async function finishRebuild(database: Tx, name: string, error: string | null): Promise<void> {
  await database.query('UPDATE subscriptions.rebuild SET finished_at = now(), error = $2 WHERE name = $1', [
    name,
    error,
  ]);
}
