import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSupportAccessEvent, type SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import { isStaffActionEvent, type StaffActionEvent } from '@clearcut/schemas/support/events';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { staffAuditChanged } from './queries.ts';
import { auditRowOf } from './rows.ts';

const isOwn = (event: ClearcutEvent): event is StaffActionEvent | SupportAccessEvent =>
  isStaffActionEvent(event) || isSupportAccessEvent(event);

export const staffAuditReadModel: ReadModel = {
  name: 'staff-audit',
  schema: staffAuditChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 2,
  categories: ['staffAction', 'supportAccess'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const rows = eventsOf(batch, isOwn)
    .map(auditRowOf)
    .filter((row) => row !== undefined);
  if (rows.length === 0) return [];
  await tx.query(
    'INSERT INTO entry SELECT * FROM json_populate_recordset(NULL::entry, $1::json) ON CONFLICT (id) DO NOTHING',
    [toJson(rows)],
  );
  return rows.map(({ id }) => id);
}
