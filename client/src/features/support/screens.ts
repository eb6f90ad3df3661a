import type { StaffRole } from '@clearcut/schemas/support/staff-roles';

export interface Screen {
  readonly name: 'search' | 'messages' | 'failures' | 'deadLetters' | 'work' | 'figures' | 'audit';
  /** Below /app/support. */
  readonly path: string;
  /** Who sees it. The server decides it again for every call. */
  readonly roles: readonly StaffRole[];
}

/** The console's screens in the order of its tabs. A screen that comes gets its line here. */
export const SCREENS: readonly Screen[] = [
  { name: 'search', path: '', roles: ['support', 'billing', 'auditor'] },
  { name: 'messages', path: 'messages', roles: ['support'] },
  { name: 'failures', path: 'failures', roles: ['support', 'operations', 'auditor'] },
  { name: 'deadLetters', path: 'dead-letters', roles: ['support', 'operations', 'auditor'] },
  { name: 'work', path: 'work', roles: ['support', 'operations', 'auditor'] },
  { name: 'figures', path: 'figures', roles: ['operations', 'auditor'] },
  { name: 'audit', path: 'audit', roles: ['auditor'] },
];

/** Roles that open a picture's page. */
export const PICTURE_ROLES: readonly StaffRole[] = ['support', 'auditor'];

/** Roles that have another cut-out made. */
export const FORK_ROLES: readonly StaffRole[] = ['support', 'operations'];

/** Roles that open a team's page. */
export const TEAM_ROLES: readonly StaffRole[] = ['support', 'billing', 'auditor'];

/** Roles that open a team's ledger. */
export const LEDGER_ROLES: readonly StaffRole[] = ['billing', 'auditor'];

export const mayOpen = (roles: readonly StaffRole[], wanted: readonly StaffRole[]): boolean =>
  wanted.some((role) => roles.includes(role));
