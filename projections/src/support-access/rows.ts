import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import type { BreakGlassReason } from '@clearcut/schemas/support/access';
import type { Owner } from '@clearcut/schemas/transaction/events';

/** Times come from events, so a rebuild gives the same rows. */
export interface AccessRow extends OwnerColumns {
  /** Event id. */
  readonly id: string;
  readonly occurred_at: Date;
  readonly type: 'granted' | 'withdrawn' | 'break-glass' | 'seen';
  readonly transaction_id: string;
  readonly grant_id: string;
  readonly until: string | null;
  readonly hold_until: string | null;
  readonly staff_id: string | null;
  readonly reason: BreakGlassReason | null;
  readonly text: string | null;
  readonly file: string | null;
}

interface OwnerColumns {
  readonly client_key: string | null;
  readonly session_id: string | null;
  readonly user_id: string | null;
}

const NOTHING = { until: null, hold_until: null, staff_id: null, reason: null, text: null, file: null } as const;
const NO_OWNER: OwnerColumns = { client_key: null, session_id: null, user_id: null };

function columnsOf(owner: Owner): OwnerColumns {
  return owner.kind === 'user'
    ? { ...NO_OWNER, user_id: owner.userId }
    : { ...NO_OWNER, client_key: owner.clientKey, session_id: owner.sessionId };
}

export function accessRowOf({ id, event, metadata }: RecordedEvent<SupportAccessEvent>): AccessRow {
  const { transactionId: transaction_id, grantId: grant_id } = event.data;
  const row = { id, occurred_at: new Date(metadata.occurredAt), transaction_id, grant_id, ...NOTHING };
  switch (event.type) {
    case 'SupportAccessGranted': {
      const { owner, until, holdUntil } = event.data;
      return { ...row, ...columnsOf(owner), type: 'granted', until, hold_until: holdUntil };
    }
    case 'SupportAccessWithdrawn':
      return { ...row, ...NO_OWNER, type: 'withdrawn' };
    case 'BreakGlassOpened': {
      const { owner, until, staffId, reason, text } = event.data;
      return { ...row, ...columnsOf(owner), type: 'break-glass', until, staff_id: staffId, reason, text };
    }
    case 'PictureSeenByStaff': {
      const { owner, staffId, file } = event.data;
      return { ...row, ...columnsOf(owner), type: 'seen', staff_id: staffId, file };
    }
  }
}
