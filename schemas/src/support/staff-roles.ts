/** Separate from the contracts, so that the browser needs no zod. */
export const STAFF_ROLES = ['support', 'billing', 'operations', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
