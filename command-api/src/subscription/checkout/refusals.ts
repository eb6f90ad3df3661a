import type { Tx } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { MAX_REFUSALS_PER_DAY } from '@clearcut/schemas/subscription/prices';

/** @throws CatalogueError card_declined_too_often */
export async function checkRefusals(database: Tx, teamId: string): Promise<void> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM billing.refusal WHERE team_id = $1 AND at > now() - interval '1 day'`,
    [teamId],
  );
  if ((row?.count ?? 0) >= MAX_REFUSALS_PER_DAY) throw new CatalogueError('card_declined_too_often');
}

export async function noteRefusal(database: Tx, teamId: string): Promise<void> {
  await database.query(`DELETE FROM billing.refusal WHERE at < now() - interval '1 day'`);
  await database.query('INSERT INTO billing.refusal (team_id) VALUES ($1)', [teamId]);
}
