import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSupportAccessEvent } from '@clearcut/schemas/support/access-events';
import type { ReadModel } from '../read-model.ts';
import { supportAccessChanged } from './queries.ts';
import { accessRowOf } from './rows.ts';

/** Follows pictures too, since visitors take them into accounts. */
export const supportAccessReadModel: ReadModel = {
  name: 'support-access',
  schema: supportAccessChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 1,
  categories: ['supportAccess', 'transaction'],
  types: ['SupportAccessGranted', 'SupportAccessWithdrawn', 'BreakGlassOpened', 'PictureSeenByStaff', 'ImageLinked'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const changed = new Set<string>();
  for (const recorded of batch) {
    const { event } = recorded;
    if (event.type === 'ImageLinked') {
      const { transactionId, owner } = event.data;
      const own = await tx.query(
        `UPDATE entry SET user_id = $2, client_key = NULL, session_id = NULL
         WHERE transaction_id = $1 AND client_key IS NOT NULL RETURNING id`,
        [transactionId, owner.userId],
      );
      if (own.length > 0) changed.add(transactionId);
    } else if (isSupportAccessEvent(event)) {
      await tx.query(
        'INSERT INTO entry SELECT * FROM json_populate_record(NULL::entry, $1::json) ON CONFLICT (id) DO NOTHING',
        [toJson(accessRowOf({ ...recorded, event }))],
      );
      changed.add(event.data.transactionId);
    }
  }
  return [...changed];
}
