import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { StaffActionEvent } from '@clearcut/schemas/support/events';
import type { AuditAction, LookupKind } from '@clearcut/schemas/support/kinds';

/** Rows as they stand in the table. Times are those at which things happened, so that a rebuild gives the same rows. */
export interface AuditRow {
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

export function auditRowOf({ event: { type, data }, metadata }: RecordedEvent<StaffActionEvent>): AuditRow {
  const row = { id: data.actionId, occurred_at: new Date(metadata.occurredAt), staff_id: data.staffId };
  const nothing = { looked_by: null, key_digest: null, found: null, target: null, reason: null };
  if (type === 'StaffLookedUp') {
    const { by, keyDigest, found } = data;
    return { ...row, ...nothing, action: 'look-up', looked_by: by, key_digest: keyDigest, found };
  }
  return { ...row, ...nothing, action: data.action, target: data.target, reason: data.reason };
}
