import type { Tx } from '@clearcut/platform/database/database';
import type { AccessView } from '@clearcut/schemas/support/access-http';
import type { OwnerFilter } from '../transaction/queries.ts';
import type { AccessRow } from './rows.ts';

/** NOTIFY channel (payload: a picture id) and PostgreSQL schema. */
export const supportAccessChanged = 'read_support_access';

const MAX_GRANTS = 200;
const MAX_VIEWS = 100;

type Stored = Omit<AccessRow, 'until' | 'hold_until'> & {
  readonly until: Date | null;
  readonly hold_until: Date | null;
};

export function accessesOfPicture(database: Tx, pictureId: string): Promise<AccessView[]> {
  return accesses(database, 'transaction_id = $1', [pictureId]);
}

/** Deleted pictures included; empty for a visitor without credentials. */
export function accessesOfOwner(database: Tx, owner: OwnerFilter): Promise<AccessView[]> {
  if (owner.kind === 'user') return accesses(database, 'user_id = $1', [owner.userId]);
  const { clientKey = null, sessionId = null } = owner;
  if (clientKey === null && sessionId === null) return Promise.resolve([]);
  return accesses(
    database,
    'client_key IS NOT NULL AND ($1::text IS NULL OR client_key = $1) AND ($2::uuid IS NULL OR session_id = $2)',
    [clientKey, sessionId],
  );
}

async function accesses(database: Tx, condition: string, given: readonly unknown[]): Promise<AccessView[]> {
  const rows = await database.query<Stored>(
    `SELECT * FROM read_support_access.entry WHERE grant_id IN (
       SELECT grant_id FROM read_support_access.entry WHERE ${condition} AND type IN ('granted', 'break-glass')
       ORDER BY occurred_at DESC LIMIT ${MAX_GRANTS})
     ORDER BY occurred_at DESC, id`,
    [...given],
  );
  const byGrant = Map.groupBy(rows, ({ grant_id: grantId }) => grantId);
  const now = new Date();
  return [...byGrant.values()]
    .flatMap((own) => {
      const opening = own.find(({ type }) => type === 'granted' || type === 'break-glass');
      return opening === undefined ? [] : [viewOf(opening, own, now)];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

function viewOf(opening: Stored, own: readonly Stored[], now: Date): AccessView {
  const { until, hold_until: holdUntil } = opening;
  const withdrawnAt = own.find(({ type }) => type === 'withdrawn')?.occurred_at;
  return {
    grantId: opening.grant_id,
    pictureId: opening.transaction_id,
    kind: opening.type === 'break-glass' ? 'break-glass' : 'granted',
    at: opening.occurred_at.toISOString(),
    until: (until ?? opening.occurred_at).toISOString(),
    holdUntil: holdUntil?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    isOpen: withdrawnAt === undefined && until !== null && until > now,
    staffId: opening.staff_id,
    reason: opening.reason,
    text: opening.text,
    sights: own
      .slice(0, MAX_VIEWS)
      .flatMap(({ type, occurred_at: at, staff_id: staffId, file }) =>
        type === 'seen' && staffId !== null && file !== null ? [{ at: at.toISOString(), staffId, file }] : [],
      ),
  };
}
