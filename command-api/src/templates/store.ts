import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import { TEMPLATES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { SavedTemplate, Template } from '@clearcut/schemas/templates/http';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly look: Omit<Template, 'name'>;
}

const templateOf = ({ id, name, look }: Row): SavedTemplate => ({ id, name, ...look });

export async function templatesOf(database: Database, teamId: string): Promise<SavedTemplate[]> {
  const rows = await database.query<Row>(
    'SELECT id, name, look FROM templates.template WHERE team_id = $1 ORDER BY lower(name), id',
    [teamId],
  );
  return rows.map(templateOf);
}

/** @throws CatalogueError template_name_taken, too_many_templates */
export async function addTemplate(
  database: Database,
  teamId: string,
  { name, ...look }: Template,
): Promise<SavedTemplate> {
  return database.transaction(async (tx) => {
    // Serialised per team, or two requests could both take the last slot.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('templates/' || $1, 0))`, [teamId]);
    const [counted] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM templates.template WHERE team_id = $1',
      [teamId],
    );
    if ((counted?.count ?? 0) >= TEMPLATES.perTeam) throw new CatalogueError('too_many_templates');
    await refuseTaken(tx, teamId, name);
    const id = randomUUID();
    await tx.query('INSERT INTO templates.template (id, team_id, name, look) VALUES ($1, $2, $3, $4)', [
      id,
      teamId,
      name,
      toJson(look),
    ]);
    return { id, name, ...look };
  });
}

/** @throws CatalogueError template_not_found, template_name_taken */
export async function changeTemplate(
  database: Database,
  { id, teamId }: { readonly id: string; readonly teamId: string },
  { name, ...look }: Template,
): Promise<SavedTemplate> {
  return database.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('templates/' || $1, 0))`, [teamId]);
    await refuseTaken(tx, teamId, name, id);
    const [row] = await tx.query<Row>(
      'UPDATE templates.template SET name = $3, look = $4 WHERE id = $1 AND team_id = $2 RETURNING id, name, look',
      [id, teamId, name, toJson(look)],
    );
    if (row === undefined) throw new CatalogueError('template_not_found');
    return templateOf(row);
  });
}

async function refuseTaken(tx: Tx, teamId: string, name: string, except: string | null = null): Promise<void> {
  const taken = await tx.query(
    'SELECT 1 FROM templates.template WHERE team_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3::uuid',
    [teamId, name, except],
  );
  if (taken.length > 0) throw new CatalogueError('template_name_taken');
}

/** @throws CatalogueError template_not_found */
export async function removeTemplate(
  database: Database,
  { id, teamId }: { readonly id: string; readonly teamId: string },
): Promise<void> {
  const gone = await database.query('DELETE FROM templates.template WHERE id = $1 AND team_id = $2 RETURNING id', [
    id,
    teamId,
  ]);
  if (gone.length === 0) throw new CatalogueError('template_not_found');
}

export async function eraseTemplates(database: Tx, teamId: string): Promise<void> {
  await database.query('DELETE FROM templates.template WHERE team_id = $1', [teamId]);
}
