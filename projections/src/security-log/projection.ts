import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { SECURITY_CATEGORIES, securityFactOf } from '@clearcut/schemas/security/facts';
import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ReadModel } from '../read-model.ts';
import { RowBatch } from '../row-batch.ts';
import { securityLogChanged } from './queries.ts';
import { type EntryRow, entryOf, type TeamOfRow } from './rows.ts';

export const securityLogReadModel: ReadModel = {
  name: 'security-log',
  schema: securityLogChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 4,
  categories: SECURITY_CATEGORIES,
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const facts = batch.map(({ event }) => securityFactOf(event));
  const subjects = facts.flatMap((fact) => fact?.about ?? []);
  const teams = await RowBatch.read<TeamOfRow>(tx, 'team_of', subjects);
  const entries: EntryRow[] = [];
  for (const [index, recorded] of batch.entries()) {
    const { about = null, teamId = null } = facts[index] ?? {};
    if (about !== null && teamId !== null && teams.get(about) === undefined) teams.set({ id: about, team_id: teamId });
    const entry = entryOf(recorded, (id) => teams.get(id)?.team_id);
    if (entry !== undefined) entries.push(entry);
  }
  await teams.write();
  if (entries.length > 0) {
    await tx.query(
      `INSERT INTO entry SELECT * FROM json_populate_recordset(NULL::entry, $1::json) ON CONFLICT (id) DO NOTHING`,
      [toJson(entries)],
    );
  }
  return [...new Set(entries.map(({ team_id }) => team_id))];
}
