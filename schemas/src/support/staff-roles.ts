/** What staff of the installation may do. Apart from the contracts, because a browser reads them without zod. */
export const STAFF_ROLES = ['support', 'billing', 'operations', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
