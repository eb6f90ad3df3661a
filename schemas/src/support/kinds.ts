/** Detected from what was typed. */
export const LOOKUP_KINDS = [
  'error-id',
  'email',
  'transaction',
  'receipt',
  'file-hash',
  'team',
  'invoice',
  'customer',
  'card',
] as const;
export type LookupKind = (typeof LOOKUP_KINDS)[number];

export const STAFF_ACTIONS = [
  'open-picture',
  'open-ledger',
  'export-ledger',
  'verify-ledger',
  'redrive',
  'export-audit',
  'open-team',
  'adjust-credits',
  'replay',
  'fork-picture',
  'open-message',
  'read',
  'answer-message',
  'change-message',
  'rebuild',
  'ignore-failure',
] as const;
export type StaffAction = (typeof STAFF_ACTIONS)[number];

export const AUDIT_ACTIONS = ['look-up', ...STAFF_ACTIONS, 'break-glass', 'see-picture'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
