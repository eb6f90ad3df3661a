import type { Database, Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { WEBHOOKS } from '@clearcut/schemas/constants';

export interface EndpointRow {
  readonly id: string;
  readonly teamId: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly failingSince: Date | null;
}

const SELECT = `
  SELECT id, team_id AS "teamId", url, created_at AS "createdAt", failing_since AS "failingSince" FROM webhooks.endpoint`;

/** Longer than any request takes. */
const MAX_CREATION_TIME = '10 minutes';

/** Returns the id's first address; undefined at the team's limit. */
export async function keepEndpoint(
  database: Database,
  { id, teamId, url, isAdded }: Pick<EndpointRow, 'id' | 'teamId' | 'url'> & { readonly isAdded: boolean },
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    // Serialises concurrent requests.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks:${teamId}`]);
    const [before] = await tx.query<Pick<EndpointRow, 'url'>>(
      'UPDATE webhooks.endpoint SET created_at = CASE WHEN $2 THEN created_at ELSE now() END WHERE id = $1 RETURNING url',
      [id, isAdded],
    );
    if (before !== undefined) return before.url;
    const [added] = await tx.query<Pick<EndpointRow, 'url'>>(
      `INSERT INTO webhooks.endpoint (id, team_id, url)
       SELECT $1, $2, $3 WHERE (SELECT count(*) FROM webhooks.endpoint WHERE team_id = $2 AND picture_id IS NULL) < $4 RETURNING url`,
      [id, teamId, url, WEBHOOKS.perTeam],
    );
    return added?.url;
  });
}

/** Newest first. */
export function listEndpoints(database: Tx, teamId: string): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(
    `${SELECT} WHERE team_id = $1 AND picture_id IS NULL ORDER BY created_at DESC, id`,
    [teamId],
  );
}

export async function findEndpoint(database: Tx, id: string): Promise<EndpointRow | undefined> {
  const [row] = await database.query<EndpointRow>(`${SELECT} WHERE id = $1`, [id]);
  return row;
}

/** Called for each batch of the log: most installations have no webhooks. */
export async function hasEndpoints(database: Tx): Promise<boolean> {
  return (await database.query('SELECT 1 FROM webhooks.endpoint LIMIT 1')).length > 0;
}

/** Spares those that a request may still be adding. */
export async function eraseUnadded(database: Database, ids: readonly string[]): Promise<boolean> {
  const erased = await database.query(
    'DELETE FROM webhooks.endpoint WHERE id = ANY($1::uuid[]) AND created_at < now() - $2::interval RETURNING id',
    [ids, MAX_CREATION_TIME],
  );
  return erased.length > 0;
}

export async function eraseEndpoint(database: Tx, id: string): Promise<void> {
  await database.query('DELETE FROM webhooks.endpoint WHERE id = $1', [id]);
}

/** Once re-enabled, it has another five days. */
export async function forgetFailures(database: Tx, id: string): Promise<void> {
  await database.query('UPDATE webhooks.endpoint SET failing_since = NULL WHERE id = $1', [id]);
}

export interface RequestEndpoint {
  readonly pictureId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly url: string;
}

/** The first address of a picture stays. */
export async function keepRequestEndpoint(
  database: Tx,
  { pictureId, teamId, keyId, url }: RequestEndpoint,
): Promise<void> {
  await database.query(
    `INSERT INTO webhooks.endpoint (id, team_id, url, picture_id, key_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [derivedId('request-webhook', pictureId), teamId, url, pictureId, keyId],
  );
}

export async function findRequestEndpoint(
  database: Tx,
  pictureId: string,
): Promise<Pick<EndpointRow, 'id' | 'teamId'> | undefined> {
  const [row] = await database.query<Pick<EndpointRow, 'id' | 'teamId'>>(
    'SELECT id, team_id AS "teamId" FROM webhooks.endpoint WHERE picture_id = $1',
    [pictureId],
  );
  return row;
}

/** With their messages. */
export async function forgetOldRequestEndpoints(database: Tx): Promise<void> {
  await database.query(
    'DELETE FROM webhooks.endpoint WHERE picture_id IS NOT NULL AND created_at < now() - make_interval(days => $1)',
    [WEBHOOKS.keptDays],
  );
}
