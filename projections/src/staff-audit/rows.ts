import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import type { StaffActionEvent } from '@clearcut/schemas/support/events';
import type { AuditAction, LookupKind } from '@clearcut/schemas/support/kinds';

/** Times come from events, so a rebuild gives the same rows. */
export interface AuditRow {
  /** Action or event id. */
  readonly id: string;
  readonly occurred_at: Date;
  readonly staff_id: string;
  readonly action: AuditAction;
  readonly looked_by: LookupKind | null;
  readonly key_digest: string | null;
  readonly found: number | null;
  readonly target: string | null;
  readonly reason: string | null;
}

const NOTHING = { looked_by: null, key_digest: null, found: null, target: null, reason: null };

/** Undefined for acts of a picture's owner. */
export function auditRowOf({
  id,
  event,
  metadata,
}: RecordedEvent<StaffActionEvent | SupportAccessEvent>): AuditRow | undefined {
  const occurred_at = new Date(metadata.occurredAt);
  switch (event.type) {
    case 'StaffLookedUp': {
      const { actionId, staffId: staff_id, by, keyDigest, found } = event.data;
      return {
        ...NOTHING,
        id: actionId,
        occurred_at,
        staff_id,
        action: 'look-up',
        looked_by: by,
        key_digest: keyDigest,
        found,
      };
    }
    case 'StaffActed': {
      const { actionId, staffId: staff_id, action, target, reason } = event.data;
      return { ...NOTHING, id: actionId, occurred_at, staff_id, action, target, reason };
    }
    case 'BreakGlassOpened': {
      const { transactionId: target, staffId: staff_id, reason, text } = event.data;
      return { ...NOTHING, id, occurred_at, staff_id, action: 'break-glass', target, reason: `${reason}: ${text}` };
    }
    case 'PictureSeenByStaff': {
      const { transactionId: target, staffId: staff_id, file } = event.data;
      return { ...NOTHING, id, occurred_at, staff_id, action: 'see-picture', target, reason: file };
    }
    case 'SupportAccessGranted':
    case 'SupportAccessWithdrawn':
      return undefined;
  }
}
